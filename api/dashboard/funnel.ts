import { z } from 'zod';
import { dayOf } from '../../src/core/time.js';
import { subId } from '../../src/core/wire/common.js';
import { typedDate } from '../../src/core/wire/query.js';
import { mayDo } from '../../src/members/rules/roles.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { type FunnelInput, funnelCsv, readFunnel } from '../../src/signals/funnel.js';
import { FUNNEL_BY, UNSOLD_REASONS } from '../../src/signals/rules/funnel.js';
import { readUnsold } from '../../src/signals/unsold.js';
import { operation } from './operation.js';
import { inMode, instant } from './wire.js';

const narrowed = inMode.extend({
  from: typedDate.optional().describe('First day, in UTC. Default: 29 days before the last.'),
  to: typedDate.optional().describe('Last day, in UTC, included. Default: today.'),
  event_id: z.string().max(80).optional(),
  sub_id: subId.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional()
    .describe('Of the event.'),
});

const broken = narrowed.extend({ by: z.enum(FUNNEL_BY).default('day') });

const line = z
  .object({
    key: z.string().nullable().describe('The day, event id, country or sub ID. Null: none of them.'),
    name: z.string().nullable().describe('Of an event.'),
    impressions: z.int(),
    clicks: z.int(),
    checkouts: z.int().describe('Buy pages opened through your links, and orders through the API.'),
    holds: z.int(),
    sales: z.int(),
    earned: z
      .array(z.object({ currency: z.string(), amount: z.number() }))
      .nullable()
      .describe('Null: your role does not see earnings.'),
  })
  .meta({ id: 'FunnelLine', description: 'What happened on a day, with an event, in a country or under a sub ID.' });

const toInput = (
  { event_id: eventId, sub_id: subIdGiven, mode, from, to, country }: z.output<typeof narrowed>,
  { companyId }: SignedIn,
): FunnelInput => ({ companyId, mode, from, to, eventId, subId: subIdGiven, country });

const moneyFor = ({ role }: SignedIn) => mayDo(role, 'earnings.read');

/** From a look to a sale. */
export const FUNNEL_OPERATIONS = [
  operation('GET /funnel', {
    may: 'funnel.read',
    summary: 'Count impressions, clicks, checkouts, holds, sales and earnings',
    query: broken,
    answer: z.object({
      by: z.enum(FUNNEL_BY),
      from: z.string(),
      to: z.string(),
      rows: z.array(line).describe('Days newest first; of everything else what sold most first, at most 500.'),
      more: z.boolean().describe('There are more rows: narrow them, or download them as CSV.'),
      total: line.describe('Of everything that matches.'),
      dropped_sub_ids: z
        .int()
        .describe(
          'Opened buy links with a sub ID that is not valid. Their sales are credited to you without a sub ID.',
        ),
    }),
    async run({ ctx, member, query }) {
      const view = { by: query.by, money: moneyFor(member) };
      const { droppedSubIds, ...funnel } = await readFunnel(ctx, toInput(query, member), view);
      return { ...funnel, dropped_sub_ids: droppedSubIds };
    },
  }),
  operation('GET /funnel/unsold', {
    may: 'funnel.read',
    summary: 'Say why opened links led to no sale with a reward',
    query: narrowed.extend({
      span: z.enum(['7d', 'all']).default('7d').describe('The last seven of these days, or all that we keep.'),
    }),
    answer: z.object({
      from: z.string().describe('The first day that is covered.'),
      to: z.string().describe('The last one.'),
      earlier: z.boolean().describe('`all` covers days before these too.'),
      opened: z.int(),
      sold: z.int(),
      reasons: z.array(z.object({ reason: z.enum(UNSOLD_REASONS), count: z.int() })),
      newest: z.array(
        z.object({
          reason: z.enum(UNSOLD_REASONS),
          at: instant,
          event_id: z.string(),
          name: z.string(),
          sub_id: z.string().nullable(),
        }),
      ),
    }),
    async run({ ctx, member, query }) {
      const { newest, ...unsold } = await readUnsold(ctx, toInput(query, member), query.span === '7d' ? 7 : undefined);
      return {
        ...unsold,
        newest: newest.map(({ eventId, subId: under, ...one }) => ({ ...one, event_id: eventId, sub_id: under })),
      };
    },
  }),
  operation('GET /funnel/csv', {
    may: 'funnel.read',
    summary: 'Download the funnel',
    query: broken,
    answer: null,
    media: 'text/csv; charset=utf-8',
    async run({ ctx, member, query }) {
      const name = `funnel-${query.mode}-by-${query.by}-${dayOf(ctx.clock.now())}.csv`;
      const text = await funnelCsv(ctx, toInput(query, member), { by: query.by, money: moneyFor(member) });
      return { name, content: Buffer.from(text) };
    },
  }),
];
