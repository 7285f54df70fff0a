import type { Id } from '../../core/ids.js';
import { HOUR } from '../../core/time.js';
import type { Context } from '../../platform/context/context.js';
import type { EndpointKind } from '../rules/endpoint.js';
import { type EndpointState, stateOf } from '../rules/round.js';
import { listFailingOfKey } from '../sql/delivery-endpoints.js';
import { listRetryingRows, type RetryingRow } from '../sql/rounds.js';

/** An endpoint for which deliveries wait for a further attempt. */
export type RetryingEndpoint = Omit<RetryingRow, 'open' | 'probed'> & { state: EndpointState };

/**
 * Endpoints of all companies for which deliveries wait for a further attempt: endpoints that only fail first, the
 * longest failing before the others.
 *
 * @param input.limit 1 to 1000.
 */
export async function listRetrying(
  ctx: Context,
  input: { kind?: EndpointKind; limit: number },
): Promise<RetryingEndpoint[]> {
  const rows = await listRetryingRows(ctx.sql, input);
  return rows.map(({ open, probed, ...row }) => ({
    ...row,
    state: stateOf({ open, probed, failingSince: row.failingSince }),
  }));
}

/** Failures while a receiver restarts are not worth a notice. */
const NOTICE_AFTER_MS = HOUR;

/** Notices for a key's owner about its webhooks and postbacks: `webhook_disabled`, `webhook_failing`. */
export async function endpointNotices(ctx: Context, keyId: Id<'key'>): Promise<string[]> {
  const failingBefore = new Date(ctx.clock.now().getTime() - NOTICE_AFTER_MS);
  const failing = await listFailingOfKey(ctx.sql, keyId, failingBefore);
  return failing.map(({ id, disabled, failingSince, lastFailure }) =>
    disabled
      ? `webhook_disabled: ${id} is disabled after five days of failures; its deliveries are held.`
      : `webhook_failing: ${id} has failed since ${failingSince?.toISOString()}; the last failure was ${lastFailure}.`,
  );
}
