import type { Registry } from 'prom-client';
import type { Clock } from '../../core/clock.js';
import { readBuildInfo } from '../config/build-info.js';
import { connectionsByState } from '../database/connections.js';
import type { Sql } from '../database/database.js';
import { isDatabaseFull } from '../database/database-errors.js';
import { askedOnce } from './asked-once.js';
import type { ProcessCounts } from './process-counts.js';
import { watch } from './watch.js';

/** How long a scrape waits for a connection of a pool; a longer wait is reported as this. */
const MAX_WAIT_MS = 1_000;

const DATABASE_FULL = 'database full';

/** Counts an error that says that the disk of Postgres is full. */
export function countIfFull(counts: ProcessCounts, error: unknown): void {
  if (isDatabaseFull(error)) counts.add(DATABASE_FULL, '');
}

/** The pools of a process, the size of the first two, its clock and its counts. */
export interface WatchedPools {
  clock: Clock;
  counts: ProcessCounts;
  sql: Sql;
  reads: Sql;
  quickReads: Sql;
  config: { database: { pool: number } };
}

/** Queries the database on each scrape: the connections of pools, how long a call waits for one, and the time. */
export function watchDatabase(ctx: WatchedPools, registry: Registry): void {
  const { version, commit } = readBuildInfo();
  watch(registry, {
    name: 'partner_events_build_info',
    help: 'Always 1: the version and commit of this process.',
    labels: ['version', 'commit'],
    read: () => [[{ version, commit }, 1]],
  });
  const pools = { main: askingPool(ctx.sql), reads: askingPool(ctx.reads), quick_reads: askingPool(ctx.quickReads) };
  watch(registry, {
    name: 'partner_events_database_connections',
    help: 'Database connections of processes of this kind on this machine, by state; absent while the database is down.',
    labels: ['state'],
    read: async () => (await pools.main()).states.map(({ state, count }) => [{ state }, count]),
  });
  watch(registry, {
    name: 'partner_events_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's; negative: behind. Absent until it was compared.",
    read() {
      const skewMs = ctx.clock.skewMs?.();
      return skewMs === undefined ? null : skewMs / 1_000;
    },
  });
  watch(registry, {
    name: 'partner_events_database_full_total',
    help: 'Calls and outbox messages that failed because the disk of Postgres is full.',
    read: () => ctx.counts.of(DATABASE_FULL).get('') ?? 0,
  });
  watch(registry, {
    name: 'partner_events_database_pool_size',
    help: 'Maximum connections of the pools main and reads of this process.',
    read: () => ctx.config.database.pool,
  });
  watch(registry, {
    name: 'partner_events_database_pool_wait_seconds',
    help: `How long a call now waits for a connection and a reply; at most ${MAX_WAIT_MS / 1_000}.`,
    labels: ['pool'],
    read: () =>
      Promise.all(Object.entries(pools).map(async ([pool, ask]) => [{ pool }, (await ask()).seconds] as const)),
  });
}

/** Queries a pool with one statement at a time, so that scrapes do not queue up while it is stuck. */
function askingPool(sql: Sql) {
  const ask = askedOnce(
    async () => {
      const since = performance.now();
      const states = await connectionsByState(sql);
      return { seconds: Math.min(MAX_WAIT_MS, performance.now() - since) / 1_000, states };
    },
    { keepMs: 0, deadlineMs: MAX_WAIT_MS },
  );
  return async () => (await ask()) ?? { seconds: MAX_WAIT_MS / 1_000, states: [] };
}
