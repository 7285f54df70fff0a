import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { fragment, fragmentOf } from '../../platform/database/fragment.js';
import { firstRow } from '../../platform/database/rows.js';
import type { InquiryVerdict } from '../rules/inquiry.js';
import type { OrderRow } from './orders.js';

export const INQUIRY_STATES = ['decided', 'open', 'answered'] as const;
type InquiryState = (typeof INQUIRY_STATES)[number];

export interface InquiryRow {
  id: Id<'inquiry'>;
  companyId: Id<'company'>;
  mode: Mode;
  orderId: Id<'order'> | null;
  eventId: Id<'event'> | null;
  subId: string | null;
  boughtAt: Date | null;
  note: string | null;
  verdict: InquiryVerdict;
  foundOrderId: string | null;
  state: InquiryState;
  askedBy: string;
  askedAt: Date;
  openedAt: Date | null;
  answer: string | null;
  answeredBy: string | null;
  answeredAt: Date | null;
}

const COLUMNS = fragment`id, company_id, mode, order_id, event_id, sub_id, bought_at, note, verdict, found_order_id, state, asked_by, asked_at,
  opened_at, answer, answered_by, answered_at`;

export type NewInquiry = Omit<InquiryRow, 'answer' | 'answeredBy' | 'answeredAt'>;

/** Operators work on the other questions, or have answered them. */
const renewedIfDecided = (column: string): string =>
  `${column} = CASE WHEN inquiries.state = 'decided' THEN EXCLUDED.${column} ELSE inquiries.${column} END`;

/** Stores a question. A repeated question gets the new verdict, unless an operator works on it or has answered. */
export async function upsertInquiry(tx: Transaction, inquiry: NewInquiry): Promise<InquiryRow> {
  const { id, companyId, mode, orderId, eventId, subId, boughtAt, note } = inquiry;
  const [row] = await tx<[InquiryRow]>`
    INSERT INTO inquiries (id, company_id, mode, order_id, event_id, sub_id, bought_at, note, verdict, found_order_id, state,
      asked_by, asked_at, opened_at)
    VALUES (${id}, ${companyId}, ${mode}, ${orderId}, ${eventId}, ${subId}, ${boughtAt}, ${note}, ${inquiry.verdict},
      ${inquiry.foundOrderId}, ${inquiry.state}, ${inquiry.askedBy}, ${inquiry.askedAt}, ${inquiry.openedAt})
    ON CONFLICT (company_id, mode, order_id, event_id, sub_id, bought_at) DO UPDATE SET asked_at = EXCLUDED.asked_at,
      ${fragmentOf(['verdict', 'found_order_id', 'opened_at', 'state'].map(renewedIfDecided).join(', '))},
      note = CASE WHEN inquiries.state = 'answered' THEN inquiries.note ELSE coalesce(EXCLUDED.note, inquiries.note) END
    RETURNING ${COLUMNS}`;
  return row;
}

export interface InquiryFilter {
  companyId: Id<'company'>;
  mode: Mode;
  state?: InquiryState;
  /** A part of an id, in any case. */
  search?: string;
}

/** A company's, newest first. */
export async function pageOfInquiries(
  db: Queryable,
  { companyId, mode, state, search }: InquiryFilter,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<InquiryRow[]> {
  return db<InquiryRow[]>`
    SELECT ${COLUMNS} FROM inquiries
    WHERE company_id = ${companyId} AND mode = ${mode} ${before === null ? db`` : db`AND (asked_at, id) < (${before.at}, ${before.id})`}
      ${state === undefined ? db`` : db`AND state = ${state}`}
      ${search === undefined ? db`` : db`AND strpos(lower(concat_ws(' ', order_id, event_id, sub_id)), lower(${search})) > 0`}
    ORDER BY asked_at DESC, id DESC LIMIT ${limit}`;
}

/** Open inquiries for operators, oldest first, or all inquiries, newest first. */
export async function listInquiries(
  db: Queryable,
  { all, limit }: { all: boolean; limit: number },
): Promise<InquiryRow[]> {
  return all
    ? db<InquiryRow[]>`SELECT ${COLUMNS} FROM inquiries ORDER BY asked_at DESC, id LIMIT ${limit}`
    : db<InquiryRow[]>`
        SELECT ${COLUMNS} FROM inquiries WHERE state = 'open' ORDER BY opened_at, id LIMIT ${limit}`;
}

export function findInquiry(db: Queryable, id: string): Promise<InquiryRow | null> {
  return firstRow(db<InquiryRow[]>`SELECT ${COLUMNS} FROM inquiries WHERE id = ${id}`);
}

/** A partner is not content with the verdict. @returns null when an operator looks already, or answered. */
export function reopenInquiry(
  tx: Transaction,
  { companyId, id }: { companyId: Id<'company'>; id: string },
  { note, now }: { note: string; now: Date },
): Promise<InquiryRow | null> {
  return firstRow(tx<InquiryRow[]>`
    UPDATE inquiries SET state = 'open', opened_at = ${now}, note = ${note}
    WHERE id = ${id} AND company_id = ${companyId} AND state = 'decided' RETURNING ${COLUMNS}`);
}

/** @returns the member who submitted it; null when there is none that is open. */
export function answerRow(
  tx: Transaction,
  id: string,
  { answer, by, now }: { answer: string; by: string; now: Date },
): Promise<Pick<InquiryRow, 'askedBy' | 'companyId' | 'mode'> | null> {
  return firstRow(tx<Pick<InquiryRow, 'askedBy' | 'companyId' | 'mode'>[]>`
    UPDATE inquiries SET state = 'answered', answer = ${answer}, answered_by = ${by}, answered_at = ${now}
    WHERE id = ${id} AND state = 'open' RETURNING asked_by, company_id, mode`);
}

/** An order that may be the missing sale, without the buyer. */
export interface CandidateRow
  extends Pick<OrderRow, 'id' | 'companyId' | 'subId' | 'status' | 'quantity' | 'createdAt'> {
  source: 'api' | 'buy_link';
  paidAt: Date | null;
}

const CANDIDATE = fragment`id, company_id, source, sub_id, status, quantity, created_at, paid_at`;

export async function findCandidate(db: Queryable, mode: Mode, orderId: Id<'order'>): Promise<CandidateRow[]> {
  return db<CandidateRow[]>`SELECT ${CANDIDATE} FROM orders WHERE id = ${orderId} AND mode = ${mode}`;
}

/** Orders of an event around a time with the partner's click id or in their name, the likeliest first. */
export async function findCandidates(
  db: Queryable,
  asked: { companyId: Id<'company'>; mode: Mode; eventId: Id<'event'>; subId: string; from: Date; at: Date; to: Date },
): Promise<CandidateRow[]> {
  const { companyId, mode, eventId, subId, from, at, to } = asked;
  return db<CandidateRow[]>`
    SELECT ${CANDIDATE} FROM orders
    WHERE event_id = ${eventId} AND mode = ${mode} AND created_at BETWEEN ${from} AND ${to}
      AND (company_id = ${companyId} OR sub_id = ${subId})
    ORDER BY (sub_id = ${subId}) IS TRUE DESC, company_id = ${companyId} DESC,
      abs(extract(epoch FROM created_at - ${at}::timestamptz)) LIMIT 20`;
}
