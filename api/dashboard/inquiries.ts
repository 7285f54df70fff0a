import { z } from 'zod';
import { invalidField } from '../../src/core/problems.js';
import { cursor, limit } from '../../src/core/wire/query.js';
import { askAboutSales, askAgain, pageInquiries } from '../../src/orders/inquiries.js';
import { INQUIRY_VERDICTS } from '../../src/orders/rules/inquiry.js';
import type { InquiryRow } from '../../src/orders/sql/inquiries.js';
import { inquiriesBody, inquiryAgainBody } from './bodies.js';
import { limitMember } from './limit.js';
import { listOf, operation, whole } from './operation.js';
import { inMode, instant, instantOrNull, toWire } from './wire.js';

const inquiry = z
  .object({
    object: z.literal('inquiry'),
    id: z.string(),
    order_id: z.string().nullable(),
    event_id: z.string().nullable(),
    sub_id: z.string().nullable(),
    bought_at: instantOrNull,
    note: z.string().nullable(),
    verdict: z.enum(INQUIRY_VERDICTS),
    found_order_id: z.string().nullable().describe('Of the company’s own orders.'),
    state: z.enum(['decided', 'open', 'answered']),
    asked_at: instant,
    answer: z.string().nullable(),
    answered_at: instantOrNull,
  })
  .meta({ id: 'Inquiry', description: 'A question about a sale that the company misses, and the answer.' });

/** Another partner's order is not named. */
const present = (row: InquiryRow) =>
  toWire(inquiry, { ...row, foundOrderId: row.verdict === 'not_yours' ? null : row.foundOrderId });

/** Sales that the company misses. */
export const INQUIRY_OPERATIONS = [
  operation('GET /inquiries', {
    may: 'earnings.read',
    summary: 'List questions about missing sales',
    query: inMode.extend({ cursor: cursor.optional(), limit: limit(100, 50) }),
    answer: listOf(inquiry),
    async run({ ctx, member: { companyId }, query }) {
      const { inquiries, next } = await pageInquiries(ctx, { ...query, companyId });
      return { object: 'list' as const, data: inquiries.map(present), next };
    },
  }),
  operation('POST /inquiries', {
    may: 'inquiries.ask',
    summary: 'Ask about missing sales',
    query: inMode,
    body: inquiriesBody,
    answer: listOf(inquiry),
    status: 201,
    async run({ ctx, member, query: { mode }, body }) {
      await limitMember({ ctx, member }, 'inquiry', {});
      const missed = body.sales.map((sale, line) => ({
        orderId: sale.order_id,
        eventId: sale.event_id,
        subId: sale.sub_id,
        boughtAt: parseInstant(sale.bought_at, body.sales.length > 1 ? `lines[${line}].` : ''),
        note: sale.note,
      }));
      const { companyId, memberId } = member;
      return whole((await askAboutSales(ctx, { companyId, mode, askedBy: memberId, missed })).map(present));
    },
  }),
  operation('POST /inquiries/:id/again', {
    may: 'inquiries.ask',
    summary: 'Ask a person to look at a question',
    body: inquiryAgainBody,
    answer: inquiry,
    async run({ ctx, member: { companyId }, params: { id = '' }, body }) {
      return present(await askAgain(ctx, { companyId, id, note: body.note }));
    },
  }),
];

function parseInstant(text: string | undefined, line: string): Date | null {
  if (!text) return null;
  const instant = new Date(/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(instant.getTime()))
    throw invalidField(`${line}bought_at`, 'must be a time such as 2026-11-02T09:00:00Z');
  return instant;
}
