import { z } from 'zod';
import { dayOf } from '../../src/core/time.js';
import { subId } from '../../src/core/wire/common.js';
import { flag, typedDate } from '../../src/core/wire/query.js';
import { mayDo } from '../../src/members/rules/roles.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { campaignsCsv, readCampaigns } from '../../src/signals/campaigns.js';
import { funnelCsv, readFunnel } from '../../src/signals/funnel.js';
import { DASHBOARD_BY, UNSOLD_REASONS } from '../../src/signals/rules/funnel.js';
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

const broken = narrowed.extend({ by: z.enum(DASHBOARD_BY).default('day') });

const amounts = z.array(z.object({ currency: z.string(), amount: z.number() }));

const line = z
  .object({
    key: z.string().nullable().describe('The day, event id, country or sub ID. Null: none of them.'),
    name: z.string().nullable().describe('Of an event.'),
    impressions: z.int(),
    clicks: z.int().describe('Signals of your pages of the type `event_click`.'),
    checkouts: z.int().describe('Buy pages opened through your links.'),
    holds: z.int().describe('Through your links.'),
    sales: z.int().describe('Through your links.'),
    api_orders: z.int().describe('Tickets held by `POST /orders`.'),
    api_sales: z.int().describe('Paid orders of `POST /orders`.'),
    earned: amounts.nullable().describe('Of all sales. Null: your role does not see earnings.'),
  })
  .meta({ id: 'FunnelLine', description: 'What happened on a day, with an event, in a country or under a sub ID.' });

const campaignLine = z
  .object({
    key: z.string().nullable().describe('The day, event id, country or sub ID. Null: an event without a country.'),
    name: z.string().nullable().describe('Of an event.'),
    clicks: z.int().describe('Buy pages opened through links with a sub ID.'),
    sales: z.int().describe('Paid orders with a sub ID, through links and the API.'),
    api_sales: z.int().describe('Those of `POST /orders`, which have no click.'),
    conversion: z.number().nullable().describe('Sales through links for each click, from 0 to 1. Null without clicks.'),
    earned: amounts.nullable().describe('Null, as the next two: your role does not see earnings.'),
    earnings_per_click: amounts.nullable().describe('Empty without clicks, and with API sales, which have none.'),
    average_order: amounts.nullable().describe('What buyers paid for an order, with fees.'),
  })
  .meta({ id: 'CampaignLine', description: 'Results of links with a sub ID.' });

const period = z.object({
  from: z.string(),
  to: z.string(),
  total: campaignLine.describe('Of everything that matches.'),
});

const eventName = z.string().nullable().describe('Of the event in the filter.');

const campaign = narrowed.extend({
  by: z.enum(DASHBOARD_BY).default('sub_id'),
  starts_with: subId.optional().describe('Only sub IDs that begin with this text, such as `newsletter-`.'),
});

const moneyFor = ({ role }: SignedIn) => mayDo(role, 'earnings.read');

export const FUNNEL_OPERATIONS = [
  operation('GET /funnel', {
    may: 'funnel.read',
    summary: 'Count impressions, clicks, checkouts, holds, sales and earnings',
    query: broken,
    answer: z.object({
      by: z.enum(DASHBOARD_BY),
      from: z.string(),
      to: z.string(),
      rows: z.array(line).describe('Days newest first; of everything else what sold most first, at most 500.'),
      more: z.boolean().describe('There are more rows: narrow them, or download them as CSV.'),
      total: line.describe('Of everything that matches.'),
      event_name: eventName,
      dropped_sub_ids: z
        .int()
        .describe(
          'Opened buy links with a sub ID that is not valid. Their sales are credited to you without a sub ID.',
        ),
    }),
    async run({ ctx, member, query: { by, ...query } }) {
      const { companyId } = member;
      return { ...(await readFunnel(ctx, { companyId, ...query }, { by, money: moneyFor(member) })), by };
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
    run: ({ ctx, member: { companyId }, query: { span, ...query } }) =>
      readUnsold(ctx, { companyId, ...query }, span === '7d' ? 7 : undefined),
  }),
  operation('GET /funnel/csv', {
    may: 'funnel.read',
    summary: 'Download the funnel',
    query: broken,
    answer: null,
    media: 'text/csv; charset=utf-8',
    async run({ ctx, member, query: { by, ...query } }) {
      const name = `funnel-${query.mode}-by-${by}-${dayOf(ctx.clock.now())}.csv`;
      const { companyId } = member;
      const text = await funnelCsv(ctx, { companyId, ...query }, { by, money: moneyFor(member) });
      return { name, content: Buffer.from(text) };
    },
  }),
  operation('GET /campaigns', {
    may: 'funnel.read',
    summary: 'Count clicks, sales and earnings of your sub IDs',
    query: campaign.extend({ compare: flag.optional().describe('`true` adds `previous`.') }),
    answer: period.extend({
      by: z.enum(DASHBOARD_BY),
      rows: z.array(campaignLine).describe('Days newest first; of everything else what sold most first, at most 500.'),
      more: z.boolean().describe('There are more rows: narrow them, or download them as CSV.'),
      event_name: eventName,
      previous: period.nullable().describe('As many days before. Null without `compare`.'),
    }),
    async run({ ctx, member, query: { by, compare = false, startsWith: subIdPrefix = '', ...query } }) {
      const input = { companyId: member.companyId, subIdPrefix, ...query };
      return { ...(await readCampaigns(ctx, input, { by, money: moneyFor(member), compare })), by };
    },
  }),
  operation('GET /campaigns/csv', {
    may: 'funnel.read',
    summary: 'Download what came of your sub IDs',
    query: campaign,
    answer: null,
    media: 'text/csv; charset=utf-8',
    async run({ ctx, member, query: { by, startsWith: subIdPrefix = '', ...query } }) {
      const name = `campaigns-${query.mode}-by-${by}-${dayOf(ctx.clock.now())}.csv`;
      const input = { companyId: member.companyId, subIdPrefix, ...query };
      const text = await campaignsCsv(ctx, input, { by, money: moneyFor(member) });
      return { name, content: Buffer.from(text) };
    },
  }),
];
