import type { Context } from '../platform/context/context.js';
import { DISABLE_AFTER_MS } from './rules/delivery.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';
import { listFailedFor } from './sql/failing-endpoints.js';

/** How far a failing endpoint is on its way to being disabled. */
export const WARNINGS = ['half', 'nearly', 'disabled'] as const;
export type Warning = (typeof WARNINGS)[number];

export interface WarnedEndpoint {
  endpointId: string;
  kind: EndpointKind;
  companyId: string;
  warning: Warning;
  /** Since when it only fails, or when it was disabled: what is told of it is told once. */
  since: Date;
  lastFailure: string | null;
  /** When it will be disabled. */
  disablesAt: Date;
}

/** Those that were disabled are told of for this long. */
const NEWS_MS = 24 * 3_600_000;

/** Endpoints of companies in use that are half of the way to being disabled for their failures, 90 % of it, or were just disabled. */
export async function listWarned(ctx: Context): Promise<WarnedEndpoint[]> {
  const now = ctx.clock.now().getTime();
  const rows = await listFailedFor(ctx.sql, {
    failingBefore: new Date(now - DISABLE_AFTER_MS / 2),
    disabledAfter: new Date(now - NEWS_MS),
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
