import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';

/**
 * Whether this caller may list ticket types and order them; a test key always may (contract: GET /events/{id}/tickets).
 *
 * @throws {ProblemError} 403 `capability_required`, 503 `payments_unavailable`.
 */
export function assertMaySell(ctx: Context, caller: Caller): void {
  if (caller.mode === 'test') return;
  if (!caller.capabilities.includes('EMBEDDED_CHECKOUT')) {
    throw new ProblemError('capability_required', { detail: 'The key lacks the capability EMBEDDED_CHECKOUT.' });
  }
  if (!ctx.payments.liveEnabled) throw new ProblemError('payments_unavailable');
}
