import { Counter, Histogram, Registry } from 'prom-client';
import type { KeyKind } from '../../src/core/viewer.js';
import type { Context } from '../../src/platform/context/context.js';
import { LIMITS_REACHED } from '../../src/platform/limits/limit-attempts.js';
import { LIMITS } from '../../src/platform/limits/limits.js';
import { watchDatabase } from '../../src/platform/metrics/database-metrics.js';
import { watch } from '../../src/platform/metrics/watch.js';
import { UNLOGGED } from '../../src/requests/record-requests.js';
import { DROPPED_SUB_IDS } from '../../src/signals/record-signal.js';
import { LIMITER_MODES, type LimiterState } from '../limits/limiter.js';

export type Metrics = ReturnType<typeof createMetrics>;

/** Calls in progress, and calls refused because too many were. */
export interface Load {
  inFlight: number;
  shed: number;
}

/** Other methods share a label, so that callers cannot invent labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** From a reused answer to the longest statement. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one API process. Labels are our own names: no key, IP address or path of a caller. */
export function createMetrics(ctx: Context) {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'partner_events_http_requests_total',
    help: 'HTTP requests, by route, status and kind of key. none: no key, or an unknown one.',
    labelNames: ['method', 'route', 'status', 'kind'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'partner_events_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the last byte of its response.',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'partner_events_http_connections_refused_total',
    help: 'Connections refused before a request could be read: malformed HTTP, or headers too large or too slow.',
    labelNames: ['code'] as const,
    registers,
  });
  watch(registry, {
    name: 'partner_events_requests_unlogged_total',
    help: 'Calls that are missing in the request log: the buffer was full, the write failed, or their day has no partition.',
    labels: ['reason'],
    read: () => [...ctx.counts.of(UNLOGGED)].map(([reason, count]) => [{ reason }, count]),
  });
  watch(registry, {
    name: 'partner_events_limits_reached_total',
    help: 'Attempts refused because a limit of attempts was reached, by limit.',
    labels: ['limit'],
    // Every limit has a series from the start, so that an increase from 0 is seen.
    read: () => Object.keys(LIMITS).map((limit) => [{ limit }, ctx.counts.of(LIMITS_REACHED).get(limit) ?? 0]),
  });
  watch(registry, {
    name: 'partner_events_sub_ids_dropped_total',
    help: 'Opened buy links of a partner with a sub_id that is not valid, and was dropped.',
    read: () => ctx.counts.of(DROPPED_SUB_IDS).get('') ?? 0,
  });
  watchDatabase(ctx, registry);
  return {
    registry,
    /** Counts calls of a route, or `unmatched`. @returns called for each call, with its seconds from arrival to last byte. */
    route(name: string) {
      const label = { route: name };
      return (method: string, status: number, kind: KeyKind | undefined, seconds: number) => {
        calls.inc({ method: METHODS.has(method) ? method : 'other', route: name, status, kind: kind ?? 'none' });
        durations.observe(label, seconds);
      };
    },
    /** A connection was refused before a call could be made out. */
    refused: (code: string) => refusals.inc({ code }),
    watchLimiter: (state: () => LimiterState) => watchLimiter(registry, state),
    watchLoad: (load: () => Load) => watchLoad(registry, load),
    /** @param read the number of the connections that are open, with the idle ones. */
    watchConnections(read: () => Promise<number>) {
      watch(registry, {
        name: 'partner_events_http_connections',
        help: 'Connections to the public listener, including idle ones.',
        read,
      });
    },
  };
}

function watchLimiter(registry: Registry, state: () => LimiterState): void {
  watch(registry, {
    name: 'partner_events_limiter_mode',
    help: '1 for the current mode of rate limiting: process (no Redis), shared, or alone (Redis is down).',
    labels: ['mode'],
    read: () => LIMITER_MODES.map((mode) => [{ mode }, mode === state().mode ? 1 : 0]),
  });
  watch(registry, {
    name: 'partner_events_limiter_store_outages_total',
    help: 'Times that Redis, which shares the rate limits, became unavailable.',
    read: () => state().outages,
  });
  watch(registry, {
    name: 'partner_events_limiter_counted_alone_total',
    help: 'Requests counted by this process alone because Redis was unavailable.',
    read: () => state().countedAlone,
  });
}

function watchLoad(registry: Registry, load: () => Load): void {
  watch(registry, {
    name: 'partner_events_http_requests_in_flight',
    help: 'HTTP requests in progress.',
    read: () => load().inFlight,
  });
  watch(registry, {
    name: 'partner_events_http_requests_shed_total',
    help: 'Requests refused with 503 because too many were in progress, or they waited too long.',
    read: () => load().shed,
  });
}
