import { setTimeout as pause } from 'node:timers/promises';
import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import { matureEarnings } from '../earnings/mature-earnings.js';
import { anyUnripe } from '../earnings/sql/earnings-maturing.js';
import type { Context } from '../platform/context/context.js';
import { isDatabaseBusy } from '../platform/database/database-errors.js';
import { tryOut } from '../platform/database/try-out.js';
import { assertMonthOver, nextCloseId } from './close-run.js';
import { endOfMonth, lastEndedMonth, type Month, nextMonth, ProofFailed } from './rules/settlement.js';
import { listHeld } from './sql/settlement-lines.js';
import { beginRun, isMonthClosed, lastClosedBefore } from './sql/settlement-runs.js';
import { listCurrencies, lockTerms, pageOfCompanies } from './sql/settlement-terms.js';
import { prepareWriting } from './sql/settlement-writes.js';
import { findLaterMonth, listVersions } from './sql/settlements.js';
import type { ClosePage, ClosePageInput, DueMonths } from './workflow.js';
import { describeHeld, toIssuer, type WrittenStatement, writeStatement } from './write-statement.js';

/**
 * Which months the Schedule's run of `month` should close: it, the ended ones after it, since runs that were missed while
 * another was at work are skipped, and those between the last that was closed and it, since Temporal makes up for no run
 * of a Schedule that was paused. While it is not over: how long that will take.
 */
export async function dueMonths(ctx: Context, month: string): Promise<DueMonths> {
  const now = ctx.clock.now();
  const wait = endOfMonth(month).getTime() - now.getTime();
  if (wait > 0) return { waitMs: wait, months: [] };
  const months: DueMonths['months'] = [];
  for (let due = await firstMissed(ctx, month); due <= lastEndedMonth(now); due = nextMonth(due)) {
    if (await isMonthClosed(ctx.sql, due)) continue;
    months.push({ month: due, workflowId: await nextCloseId(ctx, due) });
  }
  return { waitMs: null, months };
}

/** The month after the last that was closed, at most a year back; `month` itself where none ever was. */
async function firstMissed(ctx: Context, month: Month): Promise<Month> {
  const closed = await lastClosedBefore(ctx.sql, month);
  if (closed === null) return month;
  const yearBefore = Number(month.slice(0, 4)) - 1 + month.slice(4);
  return closed < yearBefore ? yearBefore : nextMonth(closed);
}

const BATCH = 500;

/**
 * One step of the maturation run on behalf of a close: the month's last earnings become ready in its last millisecond,
 * and the scheduled run may be minutes away.
 *
 * @throws {Error} when another run has locked some of them; a retry finds them moved.
 */
export async function matureForClose(ctx: Context, month: string): Promise<{ more: boolean }> {
  const { more } = await matureEarnings(ctx, { limit: BATCH });
  if (!more && (await anyUnripe(ctx.sql, endOfMonth(month), ctx.clock.now()))) {
    throw new Error(`earnings of ${month} are just being moved by another run`);
  }
  return { more };
}

/** Maximum connections of one batch: requests and other work need theirs. */
const AT_ONCE = 4;

/**
 * Closes a month for a batch of companies in the order of their ids. A statement that does not add up is refused with
 * an alert in the log, and the others continue. If the database is unavailable the batch fails and can be repeated.
 *
 * @param beat called after each statement.
 */
export async function closePage(ctx: Context, input: ClosePageInput, beat: () => void): Promise<ClosePage> {
  const { month, runId, perSecond } = input;
  const { companies, due, next } = await pageOfDue(ctx, input);
  // One company's statements are written one after the other.
  const waiting = companies.map((companyId) => due.filter((statement) => statement.companyId === companyId));
  const page: ClosePage = { done: companies.length, carried: 0, issued: 0, refused: 0, kept: 0, next };
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
  return page;
}

/** The next companies of a close, and the statements that are due for them. @returns `next`: null after the last company. */
async function pageOfDue(
  ctx: Context,
  input: Pick<ClosePageInput, 'month' | 'company' | 'currency' | 'after' | 'batch'>,
) {
  const { month, company, currency, after, batch } = input;
  const only = company === undefined ? null : (await getCompany(ctx, company)).id;
  const companies = only === null ? await pageOfCompanies(ctx.sql, after, batch) : [only];
  const due = await listCurrencies(ctx.sql, companies, month, endOfMonth(month));
  return {
    companies,
    due: due.filter((statement) => currency === undefined || statement.currency === currency),
    next: only === null && companies.length === batch ? (companies.at(-1) ?? null) : null,
  };
}

async function close(
  ctx: Context,
  statement: { companyId: Id<'company'>; currency: string; month: string; runId: number },
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

/** `kept`: another run has written it; `none`: no lines or no terms. */
type CloseOutcome = 'carried' | 'issued' | 'kept' | 'none';

/**
 * Closes a month for one company and currency in one transaction of its own. Repeating it changes nothing: a month that
 * has any version of a statement, or a later statement, is left to a rerun.
 *
 * @throws {ProofFailed} when the statement would not add up; nothing is written then.
 */
async function closeStatement(
  ctx: Context,
  input: { companyId: Id<'company'>; currency: string; month: string; runId: number },
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
    const writing = { terms, currency, month, version: 1, runId, issuer: toIssuer(ctx) };
    for (const held of await listHeld(tx, of)) {
      ctx.log.error({ alert: 'settlement_unpaid', settlementId: held.id }, `lines are held: ${describeHeld(held)}`);
    }
    const written = await writeStatement(tx, writing, ctx.clock.now());
    return written?.status ?? 'none';
  });
}

export interface PreviewedStatement {
  companyId: Id<'company'>;
  currency: string;
  /** A sentence: it would be refused for this. */
  outcome: WrittenStatement | 'kept' | string;
}

/** Companies read at once. */
const PREVIEWED = 100;

/**
 * @returns the statements that a close of the month would write; everything is rolled back.
 *
 * @throws {SettlementRefused} for a month that is not over.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function* previewClose(
  ctx: Context,
  input: { month: string; company?: string; currency?: string },
): AsyncGenerator<PreviewedStatement> {
  const { month } = input;
  assertMonthOver(ctx, month);
  for (let after: string | null = ''; after !== null; ) {
    const { due, next } = await pageOfDue(ctx, { ...input, after, batch: PREVIEWED });
    for (const statement of due) {
      const outcome = await preview(ctx, { ...statement, month });
      if (outcome !== null) yield { ...statement, outcome };
    }
    after = next;
  }
}

async function preview(
  ctx: Context,
  of: { companyId: Id<'company'>; currency: string; month: string },
): Promise<PreviewedStatement['outcome'] | null> {
  const now = ctx.clock.now();
  try {
    return await tryOut(ctx.sql, async (tx) => {
      const [, terms] = await Promise.all([prepareWriting(tx, 5), lockTerms(tx, of.companyId)]);
      if (!terms) return null;
      if ((await listVersions(tx, of)).length > 0 || (await findLaterMonth(tx, of))) return 'kept';
      const newRun = { key: 'preview', kind: 'close' as const, requestedBy: 'preview', reason: 'preview' };
      const runId = await beginRun(tx, { ...newRun, ...of }, now);
      return writeStatement(tx, { ...of, terms, version: 1, runId, issuer: toIssuer(ctx) }, now);
    });
  } catch (error) {
    if (error instanceof ProofFailed) return `refused: ${error.message}`;
    throw error;
  }
}
