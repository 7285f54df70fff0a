import type { Context } from '../platform/context/context.js';
import { listTroubledEndpoints } from './sql/delivery-endpoints.js';

/** Failures while a receiver restarts are not worth a notice. */
const NEWS_AFTER_MS = 60 * 60_000;

/** Notices for a key's owner about its webhooks and postbacks: `webhook_disabled`, `webhook_failing`. */
export async function endpointNotices(ctx: Context, keyId: string): Promise<string[]> {
  const failingBefore = new Date(ctx.clock.now().getTime() - NEWS_AFTER_MS);
  const troubled = await listTroubledEndpoints(ctx.sql, keyId, failingBefore);
  return troubled.map(({ id, disabled, failingSince, lastFailure }) =>
    disabled
      ? `webhook_disabled: ${id} is disabled after five days of failures; its deliveries are held.`
      : `webhook_failing: ${id} has failed since ${failingSince?.toISOString()}; the last failure was ${lastFailure}.`,
  );
}
