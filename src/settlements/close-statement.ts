import type { Context } from '../platform/context/context.js';
import { issuerOf } from './issuer-of.js';
import { lockTerms } from './sql/settlement-terms.js';
import { prepareWriting } from './sql/settlement-writes.js';
import { findLaterMonth, listVersions } from './sql/settlements.js';
import { writeStatement } from './write-statement.js';

/** `kept`: another run has written it; `none`: no lines or no terms. */
export type CloseOutcome = 'carried' | 'issued' | 'kept' | 'none';

/**
 * Closes a month for one company and currency in one transaction of its own. Repeating it changes nothing: a month that
 * has any version of a statement, or a later statement, is left to a rerun.
 *
 * @throws {ProofFailed} when the statement would not add up; nothing is written then.
 */
export async function closeStatement(
  ctx: Context,
  input: { companyId: string; currency: string; month: string; runId: number },
): Promise<CloseOutcome> {
  const { companyId, currency, month, runId } = input;
  return ctx.sql.begin(async (tx) => {
    const of = { companyId, currency, month };
    // Sent together, answered one after the other: what stands is read behind the lock.
    const [, terms, [newest], later] = await Promise.all([
      prepareWriting(tx, 5),
      lockTerms(tx, companyId),
      listVersions(tx, of),
      findLaterMonth(tx, of),
    ]);
    if (!terms) return 'none';
    if (newest) {
      const own = newest.version === 1 && newest.runId === runId && newest.status !== 'void';
      return own ? (newest.status === 'carried' ? 'carried' : 'issued') : 'kept';
    }
    if (later) return 'kept';
    const writing = { terms, currency, month, version: 1, runId, issuer: issuerOf(ctx) };
    const written = await writeStatement(tx, writing, ctx.clock.now());
    return written?.status ?? 'none';
  });
}
