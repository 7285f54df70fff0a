import { newId } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { conflict, invalidField, noSuch } from '../core/problems.js';
import { textFault } from '../core/text.js';
import { DAY } from '../core/time.js';
import { findSaleOfOrder } from '../earnings/sql/sales.js';
import { mailMember } from '../members/mails.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { type InquiryVerdict, needsOperator, verdictOf } from './rules/inquiry.js';
import {
  answerRow,
  type CandidateRow,
  findCandidate,
  findCandidates,
  findInquiry,
  type InquiryRow,
  insertInquiry,
  listInquiryRows,
  pageOfInquiries,
  reopenInquiry,
} from './sql/inquiries.js';

/** What a partner knows of a sale that they miss: the order, or the event, their click id and the time. */
export interface MissedSale {
  orderId?: string | null;
  eventId?: string | null;
  subId?: string | null;
  boughtAt?: Date | null;
  note?: string | null;
}

/** An order is looked for so long before and after the time that the partner gives. */
const AROUND_MS = DAY;

/**
 * Takes a partner's questions about sales that they miss, all or none. The rules answer at once where they can; what they cannot say,
 * an operator looks at.
 *
 * @throws {ProblemError} `invalid_request`, which names the line and field of what is missing or cannot be stored.
 */
export async function askAboutSales(
  ctx: Context,
  {
    companyId,
    mode,
    askedBy,
    missed,
  }: { companyId: string; mode: Mode; askedBy: string; missed: readonly MissedSale[] },
): Promise<InquiryRow[]> {
  for (const [line, one] of missed.entries()) check(one, missed.length > 1 ? `lines[${line}].` : '');
  const now = ctx.clock.now();
  const asked: InquiryRow[] = [];
  for (const one of missed) {
    const { verdict, order } = await decide(ctx, { companyId, mode, ...one });
    const open = needsOperator(verdict);
    asked.push({
      id: newId('inquiry'),
      ...{ companyId, mode, verdict, askedBy },
      orderId: one.orderId ?? null,
      eventId: one.eventId ?? null,
      subId: one.subId ?? null,
      boughtAt: one.boughtAt ?? null,
      note: one.note ?? null,
      foundOrderId: order?.id ?? null,
      state: open ? 'open' : 'decided',
      askedAt: now,
      openedAt: open ? now : null,
      ...{ answer: null, answeredBy: null, answeredAt: null },
    });
  }
  await ctx.sql.begin(async (tx) => {
    for (const one of asked) {
      await insertInquiry(tx, one);
      const details = { verdict: one.verdict };
      await recordAction(ctx, tx, { action: 'inquiry.ask', objectId: one.id, companyId, details });
    }
  });
  return asked;
}

function check({ orderId, eventId, subId, boughtAt, note }: MissedSale, line: string): void {
  if (!orderId) {
    if (!eventId) throw invalidField(`${line}event_id`, 'is required without an order');
    if (!subId) throw invalidField(`${line}sub_id`, 'is required without an order');
    if (!boughtAt) throw invalidField(`${line}bought_at`, 'is required without an order');
  }
  for (const [field, text] of Object.entries({ order_id: orderId, event_id: eventId, sub_id: subId, note })) {
    const fault = text ? textFault(text) : null;
    if (fault) throw invalidField(`${line}${field}`, fault);
  }
}

async function decide(
  ctx: Context,
  asked: MissedSale & { companyId: string; mode: Mode },
): Promise<{ verdict: InquiryVerdict; order: CandidateRow | null }> {
  const [order = null] = await listCandidates(ctx, asked);
  // Of an order that was found by its time alone, nobody knows that it is the one.
  const likely = order && (asked.orderId || order.subId === asked.subId) ? order : null;
  const sale = likely?.companyId ? await findSaleOfOrder(ctx.sql, likely.id) : undefined;
  return { verdict: verdictOf(asked.companyId, likely && { ...likely, sale: sale ?? null }), order: likely };
}

async function listCandidates(
  ctx: Context,
  { companyId, mode, orderId, eventId, subId, boughtAt }: MissedSale & { companyId: string; mode: Mode },
): Promise<CandidateRow[]> {
  if (orderId) return findCandidate(ctx.sql, mode, orderId);
  if (!eventId || !subId || !boughtAt) return [];
  const [from, to] = [new Date(boughtAt.getTime() - AROUND_MS), new Date(boughtAt.getTime() + AROUND_MS)];
  return findCandidates(ctx.sql, { companyId, mode, eventId, subId, from, at: boughtAt, to });
}

/**
 * A page of a company's questions, newest first.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function pageInquiries(
  ctx: Context,
  { companyId, mode, cursor, limit }: { companyId: string; mode: Mode; cursor?: string; limit: number },
): Promise<{ inquiries: InquiryRow[]; next: string | null }> {
  const scope = { surface: 'inquiries', mode, companyId };
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, {}).position;
  const before = opened && { at: new Date(opened.at), id: opened.id };
  const rows = await pageOfInquiries(ctx.sql, { companyId, mode, before, limit: limit + 1 });
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, at: ({ askedAt }) => askedAt.toISOString() });
  return { inquiries: page, next };
}

/**
 * Asks an operator to look at what the rules have decided.
 *
 * @throws {ProblemError} `invalid_request` for one that is not the company's, that an operator looks at already, or a bad note.
 */
export async function askAgain(
  ctx: Context,
  { companyId, id, note }: { companyId: string; id: string; note: string },
): Promise<InquiryRow> {
  const fault = textFault(note);
  if (fault) throw invalidField('note', fault);
  await ctx.sql.begin(async (tx) => {
    if (!(await reopenInquiry(tx, { companyId, id }, { note, now: ctx.clock.now() }))) {
      const known = await findInquiry(tx, id);
      throw known?.companyId === companyId ? conflict('inquiry', `is ${known.state}`) : noSuch('inquiry', id);
    }
    await recordAction(ctx, tx, { action: 'inquiry.ask', objectId: id, companyId, details: { again: true } });
  });
  const inquiry = await findInquiry(ctx.sql, id);
  if (!inquiry) throw noSuch('inquiry', id);
  return inquiry;
}

/** Questions that wait for an operator, oldest first; or all of them, newest first. */
export function listInquiries(ctx: Context, options: { all: boolean; limit: number }): Promise<InquiryRow[]> {
  return listInquiryRows(ctx.sql, options);
}

/**
 * One question with the orders that may be meant, the likeliest first, and why each was credited to whom.
 *
 * @throws {ProblemError} `invalid_request` for an unknown one.
 */
export async function showInquiry(
  ctx: Context,
  id: string,
): Promise<{ inquiry: InquiryRow; candidates: (CandidateRow & { verdict: InquiryVerdict; saleId: string | null })[] }> {
  const inquiry = await findInquiry(ctx.sql, id);
  if (!inquiry) throw noSuch('inquiry', id);
  const candidates = [];
  for (const order of await listCandidates(ctx, inquiry)) {
    const sale = (await findSaleOfOrder(ctx.sql, order.id)) ?? null;
    candidates.push({ ...order, verdict: verdictOf(inquiry.companyId, { ...order, sale }), saleId: sale?.id ?? null });
  }
  return { inquiry, candidates };
}

/**
 * Answers an inquiry: the member who submitted it gets a mail, and the company reads the answer on its page. Money moves by `settlement
 * adjust` alone.
 *
 * @throws {ProblemError} `invalid_request` for one that does not wait for an answer, and for a text that cannot be stored.
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
