import { Counter, type Registry } from 'prom-client';
import type { KeyKind } from '../../src/core/viewer.js';

/** A call without a key, or with one we do not know, is of the kind `none`; rare methods are one. */
const KINDS = ['none', 'test', 'website', 'server'] as const satisfies readonly (KeyKind | 'none')[];
const METHODS = ['other', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];

/**
 * The calls of one route, in plain numbers: the library would hash four labels for each. They become its metrics when somebody
 * asks for them.
 */
export class RouteTally {
  /** By status, method and kind in one number. */
  private readonly calls = new Map<number, number>();

  constructor(readonly route: string) {}

  add(method: string, status: number, kind: KeyKind | undefined): void {
    const place = (status * METHODS.length + Math.max(0, METHODS.indexOf(method))) * KINDS.length;
    const call = place + (kind === undefined ? 0 : KINDS.indexOf(kind));
    this.calls.set(call, (this.calls.get(call) ?? 0) + 1);
  }

  *counts(): Generator<{ method: string; status: number; kind: string; count: number }> {
    for (const [call, count] of this.calls) {
      const place = Math.floor(call / KINDS.length);
      yield {
        method: METHODS[place % METHODS.length] as string,
        status: Math.floor(place / METHODS.length),
        kind: KINDS[call % KINDS.length] as string,
        count,
      };
    }
  }
}

/** Shows tallies as one counter. */
export function showTallies(registry: Registry, tallies: readonly RouteTally[]): void {
  new Counter({
    name: 'partner_events_http_requests_total',
    help: 'Calls answered, by route, status and kind of key (none: without a key, or with one we do not know).',
    labelNames: ['method', 'route', 'status', 'kind'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const tally of tallies) {
        for (const { method, status, kind, count } of tally.counts()) {
          this.inc({ method, route: tally.route, status, kind }, count);
        }
      }
    },
  });
}
