import type { Id } from '../../core/ids.js';
import { DAY, HOUR } from '../../core/time.js';
import type { Context } from '../../platform/context/context.js';
import { DISABLE_AFTER_MS } from '../rules/delivery.js';
import type { EndpointKind } from '../rules/endpoint.js';
import { type EndpointState, stateOf } from '../rules/round.js';
import { listFailingOfKey } from '../sql/delivery-endpoints.js';
import { type FailedForRow, listFailedFor } from '../sql/failing-endpoints.js';
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

/** How far a failing endpoint is on its way to being disabled. */
const WARNINGS = ['half', 'nearly', 'disabled'] as const;
export type Warning = (typeof WARNINGS)[number];

export interface WarnedEndpoint extends Omit<FailedForRow, 'failingSince' | 'disabledAt'> {
  warning: Warning;
  /** Since when it only fails, or when it was disabled: each is reported once. */
  since: Date;
  disablesAt: Date;
}

/** Disabled endpoints are reported for this long. */
const REPORTS_DISABLED_MS = DAY;

/** Endpoints of active companies, with a key that is not revoked, that are half of the way to being disabled for their failures, 90 % of it, or were just disabled. */
export async function listWarned(ctx: Context): Promise<WarnedEndpoint[]> {
  const now = ctx.clock.now().getTime();
  const rows = await listFailedFor(ctx.sql, {
    failingBefore: new Date(now - DISABLE_AFTER_MS / 2),
    disabledAfter: new Date(now - REPORTS_DISABLED_MS),
  });
  return rows.map(({ failingSince, disabledAt, ...row }) => {
    const began = failingSince ?? new Date(now);
    const nearly = now - began.getTime() >= DISABLE_AFTER_MS * 0.9;
    return {
      ...row,
      warning: disabledAt ? 'disabled' : nearly ? 'nearly' : 'half',
      since: disabledAt ?? began,
      disablesAt: new Date(began.getTime() + DISABLE_AFTER_MS),
    };
  });
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
