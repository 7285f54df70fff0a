import { csvFile, plain } from '../core/csv.js';
import { givenFilters } from '../core/cursor.js';
import { type Id, newId } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { conflict, invalidField, noSuch } from '../core/problems.js';
import { textFault } from '../core/text.js';
import { DAY } from '../core/time.js';
import { findSaleOfOrder } from '../earnings/sql/sales.js';
import { mailMember } from '../members/mails.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { explain, type InquiryVerdict, needsOperator, verdictOf } from './rules/inquiry.js';
import {
  answerRow,
  type CandidateRow,
  findCandidate,
  findCandidates,
  findInquiry,
  type InquiryFilter,
  type InquiryRow,
  type NewInquiry,
  pageOfInquiries,
  reopenInquiry,
  upsertInquiry,
} from './sql/inquiries.js';

/** A partner's facts about a missing sale: the order, or the event, their click id and the time. */
export interface MissedSale {
  orderId?: Id<'order'> | null;
  eventId?: Id<'event'> | null;
  subId?: string | null;
  boughtAt?: Date | null;
  note?: string | null;
}

/** How far an order may be from the time that the partner gives. */
const AROUND_MS = DAY;

/**
 * Takes a partner's questions about missing sales, all or none. The rules answer immediately where they can. Operators answer the
 * others. A repeated question stays a single question: the rules decide it again, unless an operator works on it or has answered.
 * The caller checks the fields of `missed` first, as the schema of the dashboard's form does.
 *
 * @returns the questions in the order of `missed`; the list of a company's questions has the same order.
 */
export async function askAboutSales(
  ctx: Context,
  {
    companyId,
    mode,
    askedBy,
    missed,
  }: { companyId: Id<'company'>; mode: Mode; askedBy: string; missed: readonly MissedSale[] },
): Promise<InquiryRow[]> {
  const now = ctx.clock.now();
  const questions = onlyOnce(missed);
  const asked: NewInquiry[] = [];
  for (const [line, one] of questions.entries()) {
    const { verdict, order } = await decide(ctx, { companyId, mode, ...one });
    const open = needsOperator(verdict);
    asked.push({
      id: newId('inquiry'),
      ...{ companyId, mode, verdict, askedBy },
      orderId: one.orderId || null,
      eventId: one.eventId || null,
      subId: one.subId || null,
      boughtAt: one.boughtAt ?? null,
      note: one.note || null,
      foundOrderId: order?.id ?? null,
      state: open ? 'open' : 'decided',
      // The list is newest first. A millisecond less for each line keeps the order of the file.
      askedAt: new Date(now.getTime() - line),
      openedAt: open ? now : null,
    });
  }
  return ctx.sql.begin(async (tx) => {
    const stored: InquiryRow[] = [];
    for (const question of asked) {
      const row = await upsertInquiry(tx, question);
      stored.push(row);
      if (row.id !== question.id) continue;
      const details = { verdict: row.verdict };
      await recordAction(ctx, tx, { action: 'inquiry.ask', objectId: row.id, companyId, details });
    }
    return stored;
  });
}

function onlyOnce(missed: readonly MissedSale[]): MissedSale[] {
  const keyOf = ({ orderId, eventId, subId, boughtAt }: MissedSale) =>
    JSON.stringify([orderId || null, eventId || null, subId || null, boughtAt ?? null]);
  return [...new Map(missed.map((sale) => [keyOf(sale), sale])).values()];
}

type AskedSale = MissedSale & Pick<InquiryRow, 'companyId' | 'mode'>;

async function decide(
  ctx: Context,
  asked: AskedSale,
): Promise<{ verdict: InquiryVerdict; order: CandidateRow | null }> {
  const [order = null] = await listCandidates(ctx, asked);
  // An order that was found by its time alone may be another one.
  const likely = order && (asked.orderId || order.subId === asked.subId) ? order : null;
  const sale = likely?.companyId ? await findSaleOfOrder(ctx.sql, likely.id) : null;
  return { verdict: verdictOf(asked.companyId, likely && { ...likely, sale }), order: likely };
}

async function listCandidates(
  ctx: Context,
  { companyId, mode, orderId, eventId, subId, boughtAt }: AskedSale,
): Promise<CandidateRow[]> {
  if (orderId) return findCandidate(ctx.sql, mode, orderId);
  if (!eventId || !subId || !boughtAt) return [];
  const [from, to] = [new Date(boughtAt.getTime() - AROUND_MS), new Date(boughtAt.getTime() + AROUND_MS)];
  return findCandidates(ctx.sql, { companyId, mode, eventId, subId, from, at: boughtAt, to });
}

/** A company's questions, newest first; questions of one file are in the file's order. @throws {ProblemError} `invalid_cursor`. */
export async function pageInquiries(
  ctx: Context,
  { cursor, limit, ...filter }: InquiryFilter & { cursor?: string; limit: number },
): Promise<{ inquiries: InquiryRow[]; next: string | null }> {
  const { companyId, mode, state, search } = filter;
  const scope = { surface: 'inquiries', mode, companyId };
  const filters = givenFilters({ state, search: search || undefined });
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, filters).position;
  const before = opened && { at: new Date(opened.at), id: opened.id };
  const rows = await pageOfInquiries(ctx.sql, filter, before, limit + 1);
  const at = ({ askedAt }: InquiryRow) => askedAt.toISOString();
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, filters, at });
  return { inquiries: page, next };
}

const ROWS_AT_ONCE = 1_000;

const CSV = csvFile<InquiryRow>('people', [
  ['asked_at', ({ askedAt }) => plain(askedAt.toISOString())],
  ['order_id', ({ orderId }) => orderId],
  ['event_id', ({ eventId }) => eventId],
  ['sub_id', ({ subId }) => subId],
  ['bought_at', ({ boughtAt }) => plain(boughtAt?.toISOString() ?? null)],
  ['note', ({ note }) => note],
  ['state', ({ state }) => state],
  ['verdict', ({ verdict }) => verdict],
  ['explanation', explain],
]);

/** The questions of {@link pageInquiries}, all of them, as a CSV file for people. */
export async function* inquiriesCsv(ctx: Context, filter: InquiryFilter): AsyncGenerator<string> {
  yield CSV.header;
  let before: { at: Date; id: string } | null = null;
  do {
    const rows: InquiryRow[] = await pageOfInquiries(ctx.sql, filter, before, ROWS_AT_ONCE);
    yield rows.map(CSV.line).join('');
    const last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
    before = last ? { at: last.askedAt, id: last.id } : null;
  } while (before);
}

/**
 * Asks an operator to review a decision of the rules.
 *
 * @throws {ProblemError} `invalid_request` for an inquiry of another company, an inquiry that an operator reviews
 * already, or a bad note.
 */
export async function askAgain(
  ctx: Context,
  { companyId, id, note }: { companyId: Id<'company'>; id: string; note: string },
): Promise<InquiryRow> {
  const fault = textFault(note);
  if (fault) throw invalidField('note', fault);
  return ctx.sql.begin(async (tx) => {
    const inquiry = await reopenInquiry(tx, { companyId, id }, { note, now: ctx.clock.now() });
    if (!inquiry) {
      const known = await findInquiry(tx, id);
      throw known?.companyId === companyId ? conflict('inquiry', `is ${known.state}`) : noSuch('inquiry', id);
    }
    await recordAction(ctx, tx, { action: 'inquiry.ask', objectId: id, companyId, details: { again: true } });
    return inquiry;
  });
}

/** The likeliest orders first, with why each was credited to whom. @throws {ProblemError} `invalid_request` if unknown. */
export async function showInquiry(ctx: Context, id: string) {
  const inquiry = await findInquiry(ctx.sql, id);
  if (!inquiry) throw noSuch('inquiry', id);
  const candidates = [];
  for (const order of await listCandidates(ctx, inquiry)) {
    const sale = await findSaleOfOrder(ctx.sql, order.id);
    candidates.push({ ...order, verdict: verdictOf(inquiry.companyId, { ...order, sale }), saleId: sale?.id ?? null });
  }
  return { inquiry, candidates };
}

/**
 * Answers an inquiry: the member who submitted it gets a mail, and the company reads the answer on its page. Money
 * moves by `settlement adjust` alone.
 *
 * @throws {ProblemError} `invalid_request` for an inquiry that does not wait for an answer, and for a text that cannot
 * be stored.
 */
export async function answerInquiry(ctx: Context, { id, answer }: { id: string; answer: string }): Promise<void> {
  const fault = answer.trim() === '' ? 'must not be empty' : textFault(answer);
  if (fault) throw invalidField('answer', fault);
  await ctx.sql.begin(async (tx) => {
    const asked = await answerRow(tx, id, { answer, by: ctx.actor, now: ctx.clock.now() });
    if (!asked) {
      const known = await findInquiry(tx, id);
      throw known ? conflict('inquiry', `is ${known.state}`) : noSuch('inquiry', id);
    }
    await recordAction(ctx, tx, { action: 'inquiry.answer', objectId: id, companyId: asked.companyId });
    await mailMember(ctx, tx, asked.askedBy, {
      reason: 'inquiry_answered',
      letter: ({ url }) => answered(url, asked.mode),
    });
  });
}

/** It does not repeat the answer: mail is read by others too. */
function answered(ownPage: string, mode: Mode) {
  return {
    subject: 'We answered your question about a missing sale',
    paragraphs: ['We looked at the sale that you miss, and answered.'],
    action: { label: 'Read the answer', url: new URL(`/dashboard/missing-sales?mode=${mode}`, ownPage).href },
  };
}
