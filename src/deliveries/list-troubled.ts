import type { Mode } from '../core/mode.js';
import type { Context } from '../platform/context/context.js';
import { type EndpointState, stateOf } from './rules/round.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';
import { listTroubledRows } from './sql/rounds.js';

/** An endpoint for which deliveries wait for a further attempt. */
export interface TroubledEndpoint {
  id: string;
  kind: EndpointKind;
  companyId: string;
  companyName: string;
  mode: Mode;
  /** A webhook's URL, a postback's template. */
  url: string;
  state: EndpointState;
  failingSince: Date | null;
  lastFailure: string | null;
  waiting: number;
  /** The furthest of the attempts to come, 2 to 8. */
  attempt: number | null;
  nextAttemptAt: Date | null;
}

/**
 * Endpoints of all companies for which deliveries wait for a further attempt: those that only fail first, the longest first.
 *
 * @param limit 1 to 1000.
 */
export async function listTroubled(ctx: Context, limit: number): Promise<TroubledEndpoint[]> {
  const rows = await listTroubledRows(ctx.sql, limit);
  return rows.map(({ open, probed, ...row }) => ({
    ...row,
    state: stateOf({ open, probed, failingSince: row.failingSince }),
  }));
}
