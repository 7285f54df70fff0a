import { Readable } from 'node:stream';
import { z } from 'zod';
import { readDayOrInstant } from '../../src/core/dates.js';
import { dayOf } from '../../src/core/time.js';
import { cursor, limit, text } from '../../src/core/wire/query.js';
import { askAboutSales, askAgain, inquiriesCsv, pageInquiries } from '../../src/orders/inquiries.js';
import { explain } from '../../src/orders/rules/inquiry.js';
import { inquiry as schema } from '../../src/orders/schemas.js';
import { INQUIRY_STATES, type InquiryRow } from '../../src/orders/sql/inquiries.js';
import { inquiriesBody, inquiryAgainBody } from './bodies.js';
import { limitMember } from './limit.js';
import { listOf, operation, whole } from './operation.js';
import { inJson, inMode } from './wire.js';

const inquiry = z
  .object({
    object: z.literal('inquiry'),
    ...inJson(schema.omit({ company_id: true, mode: true, asked_by: true, opened_at: true, answered_by: true })),
    explanation: z.string().describe('The answer of a person, or the verdict in words.'),
  })
  .meta({ id: 'Inquiry', description: 'A question about a sale that the company misses, and the answer.' });

/** Another partner's order is not named. */
const present = (row: InquiryRow) => ({
  ...row,
  foundOrderId: row.verdict === 'not_yours' ? null : row.foundOrderId,
  explanation: explain(row),
});

const narrowed = inMode.extend({
  state: z.enum(INQUIRY_STATES).optional(),
  search: text(100).optional().describe('A part of the order, event or click id.'),
});

export const INQUIRY_OPERATIONS = [
  operation('GET /inquiries', {
    may: 'earnings.read',
    summary: 'List questions about missing sales',
    query: narrowed.extend({ cursor: cursor.optional(), limit: limit(100, 50) }),
    answer: listOf(inquiry),
    async run({ ctx, member: { companyId }, query }) {
      const { inquiries, next } = await pageInquiries(ctx, { ...query, companyId });
      return { data: inquiries.map(present), next };
    },
  }),
  operation('GET /inquiries/csv', {
    may: 'earnings.read',
    summary: 'Download all questions that match',
    query: narrowed,
    answer: null,
    media: 'text/csv; charset=utf-8',
    run({ ctx, member: { companyId }, query }) {
      const name = `missing-sales-${query.mode}-${dayOf(ctx.clock.now())}.csv`;
      return { name, content: Readable.from(inquiriesCsv(ctx, { ...query, companyId })) };
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
      const missed = body.sales.map((sale) => ({ ...sale, boughtAt: parseTime(sale.boughtAt) }));
      const { companyId, memberId } = member;
      return whole((await askAboutSales(ctx, { companyId, mode, askedBy: memberId, missed })).map(present));
    },
  }),
  operation('POST /inquiries/:id/again', {
    may: 'inquiries.ask',
    summary: 'Ask a person to look at a question',
    body: inquiryAgainBody,
    answer: inquiry,
    async run({ ctx, member: { companyId }, params: { id }, body }) {
      return present(await askAgain(ctx, { companyId, id, note: body.note }));
    },
  }),
];

/** The schema has refused other texts. */
function parseTime(given: string | undefined): Date | null {
  const read = given ? readDayOrInstant(given) : null;
  return read && 'utc' in read ? new Date(read.utc) : null;
}
