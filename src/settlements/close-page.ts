import { setTimeout as pause } from 'node:timers/promises';
import { getCompany } from '../companies/get-company.js';
import type { Context } from '../platform/context/context.js';
import { isDatabaseBusy } from '../platform/database/database-errors.js';
import { type CloseOutcome, closeStatement } from './close-statement.js';
import { endOfMonth } from './rules/settlement.js';
import { listCurrencies, pageOfCompanies } from './sql/settlement-terms.js';
import type { ClosePage, ClosePageInput } from './workflow.js';

/** Maximum connections of one batch: requests and other work need theirs. */
const AT_ONCE = 4;

/**
 * Closes a month for a batch of companies in the order of their ids. A statement that does not add up is refused with
 * an alert in the log, and the others continue. If the database is unavailable the batch fails and can be repeated.
 *
 * @param beat called after each statement.
 */
export async function closePage(ctx: Context, input: ClosePageInput, beat: () => void): Promise<ClosePage> {
  const { month, runId, batch, perSecond } = input;
  const companies =
    input.company === undefined
      ? await pageOfCompanies(ctx.sql, input.after, batch)
      : [(await getCompany(ctx, input.company)).id];
  const due = (await listCurrencies(ctx.sql, companies, month, endOfMonth(month))).filter(
    ({ currency }) => input.currency === undefined || currency === input.currency,
  );
  // One company's statements are written one after the other.
  const waiting = companies.map((companyId) => due.filter((one) => one.companyId === companyId));
  const page: ClosePage = { done: companies.length, carried: 0, issued: 0, refused: 0, kept: 0, next: null };
  const began = performance.now();
  let taken = 0;
  const work = async () => {
    for (let of = waiting.shift(); of; of = waiting.shift()) {
      for (const statement of of) {
        taken += 1;
        await pace(began, taken, perSecond);
        const outcome = await close(ctx, { ...statement, month, runId });
        if (outcome !== 'none') page[outcome] += 1;
        beat();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const last = companies.at(-1);
  if (input.company === undefined && companies.length === batch && last) page.next = last;
  return page;
}

async function close(
  ctx: Context,
  statement: { companyId: string; currency: string; month: string; runId: number },
): Promise<CloseOutcome | 'refused'> {
  try {
    return await closeStatement(ctx, statement);
  } catch (error) {
    if (isDatabaseBusy(error)) throw error;
    ctx.log.error({ alert: 'settlement_refused', ...statement, err: error }, 'a statement was refused');
    return 'refused';
  }
}

/** Delays the `nth` statement of a batch to keep the rate. */
async function pace(began: number, nth: number, perSecond: number): Promise<void> {
  const early = began + ((nth - 1) * 1000) / perSecond - performance.now();
  if (early > 1) await pause(early);
}
