import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyKind } from '../src/domain/viewer.js';
import type { Context } from '../src/services/context.js';
import { connectionsByState } from '../src/store/connections.js';
import type { Sql } from '../src/store/database.js';
import { LIMITER_MODES, type LimiterState } from './limiter.js';
import { RouteTally, showTallies } from './route-tally.js';

/** What the parts of the app tell of themselves. Labels are names of ours only: no key, address or path of a caller. */
export interface Metrics {
  registry: Registry;
  /**
   * Counts the calls of one route; those that met none are of the route `unmatched`.
   *
   * @returns told of each call, with its seconds from its arrival to its last byte.
   */
  route(name: string): (method: string, status: number, kind: KeyKind | undefined, seconds: number) => void;
  /** A connection was refused before a call could be made out. */
  refused(code: string): void;
  watchLimiter(state: () => LimiterState): void;
  watchLoad(load: () => { inFlight: number; shed: number }): void;
  /** @param count of the connections that are open, those on which nothing is asked too. */
  watchConnections(count: () => Promise<number>): void;
}

/** From a reused answer to the longest statement. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How long a scrape waits for a connection of a pool; a longer wait is told as this. */
const MOST_WAIT_MS = 1_000;

/** The metrics of one API process, in a registry of their own. */
export function createMetrics(ctx: Context): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const tallies: RouteTally[] = [];
  showTallies(registry, tallies);
  const durations = new Histogram({
    name: 'partner_events_http_request_duration_seconds',
    help: 'From the arrival of a call to the last byte of its answer.',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'partner_events_http_connections_refused_total',
    help: 'Connections refused before a call could be made out: malformed HTTP, heads too large or too slow.',
    labelNames: ['code'] as const,
    registers,
  });
  watchDatabase(ctx, registry);
  return {
    registry,
    route(name) {
      const known = tallies.find((tally) => tally.route === name);
      const tally = known ?? new RouteTally(name);
      if (!known) tallies.push(tally);
      const label = { route: name };
      return (method, status, kind, seconds) => {
        tally.add(method, status, kind);
        durations.observe(label, seconds);
      };
    },
    refused: (code) => refusals.inc({ code }),
    watchLimiter: (state) => watchLimiter(registry, state),
    watchLoad: (load) => watchLoad(registry, load),
    watchConnections: (count) => watchConnections(registry, count),
  };
}

/** A counter that is kept elsewhere and read when somebody asks. */
function counted(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function watchLimiter(registry: Registry, state: () => LimiterState): void {
  new Gauge({
    name: 'partner_events_limiter_mode',
    help: '1 for how calls are counted now: in this process, shared, or alone because the shared store is away.',
    labelNames: ['mode'] as const,
    registers: [registry],
    collect() {
      const { mode } = state();
      for (const one of LIMITER_MODES) this.set({ mode: one }, one === mode ? 1 : 0);
    },
  });
  counted(
    registry,
    'partner_events_limiter_store_outages_total',
    'Times the shared store of the limits went away.',
    () => state().outages,
  );
  counted(
    registry,
    'partner_events_limiter_counted_alone_total',
    'Calls counted in this process because the shared store could not.',
    () => state().countedAlone,
  );
}

function watchLoad(registry: Registry, load: () => { inFlight: number; shed: number }): void {
  new Gauge({
    name: 'partner_events_http_requests_in_flight',
    help: 'Calls that have arrived whole and are being handled.',
    registers: [registry],
    collect() {
      this.set(load().inFlight);
    },
  });
  counted(
    registry,
    'partner_events_http_requests_shed_total',
    'Calls answered 503 because too many were under way, or they waited too long.',
    () => load().shed,
  );
}

function watchConnections(registry: Registry, count: () => Promise<number>): void {
  new Gauge({
    name: 'partner_events_http_connections',
    help: 'Connections to the public listener, idle ones too.',
    registers: [registry],
    async collect() {
      this.set(await count());
    },
  });
}

/** Asks the database when somebody asks for the metrics: what the pools hold, and how long a call waits for a connection. */
function watchDatabase(ctx: Context, registry: Registry): void {
  const pools = { main: askingPool(ctx.sql), reads: askingPool(ctx.reads) };
  new Gauge({
    name: 'partner_events_database_connections',
    help: 'Connections of API processes on this machine, by state; absent while the database does not answer.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const { states } = await pools.main();
      this.reset();
      for (const { state, count } of states) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'partner_events_database_pool_size',
    help: 'Most connections that each of the two pools of this process may hold.',
    registers: [registry],
    collect() {
      this.set(ctx.config.database.pool);
    },
  });
  new Gauge({
    name: 'partner_events_database_pool_wait_seconds',
    help: `How long a call waits for a connection and its answer now, ${MOST_WAIT_MS / 1_000} at most.`,
    labelNames: ['pool'] as const,
    registers: [registry],
    async collect() {
      const [main, reads] = await Promise.all([pools.main(), pools.reads()]);
      this.set({ pool: 'main' }, main.seconds);
      this.set({ pool: 'reads' }, reads.seconds);
    },
  });
}

type PoolAnswer = { seconds: number; states: { state: string; count: number }[] };

/** Asks a pool with one statement at a time: those that ask while it is stuck must not queue up. */
function askingPool(sql: Sql): () => Promise<PoolAnswer> {
  let asked: { since: number; answer: Promise<PoolAnswer> } | null = null;

  async function ask(since: number): Promise<PoolAnswer> {
    try {
      const states = await connectionsByState(sql);
      return { seconds: Math.min((performance.now() - since) / 1_000, MOST_WAIT_MS / 1_000), states };
    } catch {
      return { seconds: MOST_WAIT_MS / 1_000, states: [] };
    } finally {
      asked = null;
    }
  }

  return async () => {
    if (!asked) {
      const since = performance.now();
      asked = { since, answer: ask(since) };
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PoolAnswer>((resolve) => {
      timer = setTimeout(() => resolve({ seconds: MOST_WAIT_MS / 1_000, states: [] }), MOST_WAIT_MS);
    });
    return Promise.race([asked.answer, late]).finally(() => clearTimeout(timer));
  };
}
