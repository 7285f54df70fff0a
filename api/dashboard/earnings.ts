import { Readable } from 'node:stream';
import { z } from 'zod';
import { MODES, type Mode } from '../../src/core/mode.js';
import { toDecimal } from '../../src/core/money.js';
import { dayOf } from '../../src/core/time.js';
import { limit, typedDate } from '../../src/core/wire/query.js';
import { inSnakeCase } from '../../src/core/wire/row.js';
import { EARNING_DAYS } from '../../src/earnings/list-earnings.js';
import type { SaleRow } from '../../src/earnings/sql/sales.js';
import { daysInOrder, earning, earningsQuery } from '../../src/earnings/wire.js';
import { mayDo } from '../../src/members/rules/roles.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { showCompanySale } from '../../src/settlements/company-sale.js';
import { summarizeEarnings } from '../../src/settlements/earnings-summary.js';
import { earningEvents, earningsCsv, explainedEarnings } from '../../src/settlements/explained-earnings.js';
import { NEXT_STEPS } from '../../src/settlements/rules/earning-text.js';
import { SALE_STEPS } from '../../src/settlements/rules/sale-steps.js';
import { SPANS } from '../../src/settlements/rules/spans.js';
import { listOf, operation, whole } from './operation.js';
import { inMode, instant, instantOrNull } from './wire.js';

/** An earning with its words, as lists of them and lines of statements show it. */
export const explained = z
  .object({
    ...earning.shape,
    event_name: z.string().nullable(),
    explanation: z.string().describe('Why it has this status, and what comes next.'),
    next_at: instantOrNull.describe('When it moves on. Null: it does not, or nobody knows.'),
    next_step: z.enum(NEXT_STEPS).nullable().describe('To what it moves on then.'),
  })
  .meta({ id: 'ExplainedEarning', description: 'An earning as the API returns it, with words for people.' });

const amount = z.number();

const totals = z.object({
  currency: z.string(),
  ...{ pending: amount, approved: amount, ready: amount, paid: amount, reversed: amount },
  never_counted: amount.describe('Of `reversed`: sales that were reversed before they were on a statement.'),
  deducted: amount.describe('Of `reversed`: what statements deduct.'),
  ready_alone: amount.describe('Of `ready`: on no statement yet.'),
  on_statement: amount.describe('Of `ready`: on a statement that is not paid.'),
  net: amount.describe('The sum of the ledger: everything but `never_counted`.'),
  records: z.int(),
});

const spanSums = z.object({
  earned: amount.describe('In the ledger. A sale that was reversed before it was on a statement counts nothing.'),
  sales: z.int().describe('Without sales that were reversed before they were on a statement.'),
  sold: z.int().describe('All sales.'),
  reversed_sales: z.int().describe('Of `sold`: reversed as a whole.'),
  reversed_amount: amount.describe('Rewards that were taken back, whether they had counted or not: zero or less.'),
});

const days = z.object({ from: z.string(), to: z.string() });

const summary = z
  .object({
    currencies: z.array(
      totals.omit({ records: true }).extend({
        periods: z
          .array(z.object({ period: z.string(), sales: z.int(), earned: amount, reversed_amount: amount }))
          .describe('Every day or month of the span, the oldest first.'),
        ...spanSums.shape,
        before: spanSums.describe('The same of the days before.'),
      }),
    ),
    days: days
      .extend({ before: days })
      .describe('Of the span, and of what it is compared with; in UTC, both included.'),
    statement: z
      .object({
        month: z.string(),
        issued_on: z.string(),
        due_on: z.string(),
        account_missing: z.boolean().describe('It cannot be paid by the agreed method: there is no account.'),
        amounts: z.array(
          z.object({
            currency: z.string(),
            amount: amount.describe('VAT included.'),
            ...{ vat: amount, carried: amount, minimum: amount },
          }),
        ),
      })
      .nullable()
      .describe(
        'What the next statement would be now. Null: there are no terms, these are test earnings, or your role does not see statements.',
      ),
    payments: z
      .array(
        z.object({
          currency: z.string(),
          amount,
          on: z.string().describe('When it is due.'),
          state: z.enum(['planned', 'under_way', 'expected']),
          statement: z.object({ id: z.string(), month: z.string() }).nullable(),
          account: z.string().nullable().describe('The last characters of the account. Null: there is none.'),
          account_missing: z.boolean().describe('It cannot be paid before an account is added.'),
        }),
      )
      .describe(
        'The next payment in each currency, the first first. Empty: none is known, or your role does not see statements.',
      ),
  })
  .meta({ id: 'EarningsSummary', description: 'What a company earned, at a glance.' });

const sale = z
  .object({
    id: z.string(),
    mode: z.enum(MODES),
    order_id: z.string().nullable().describe('Null, as the next fields, for a correction without a sale.'),
    sub_id: z.string().nullable(),
    event: z
      .object({ id: z.string(), name: z.string(), date: z.string().describe('The day at the venue.') })
      .nullable(),
    tickets: z
      .object({
        quantity: z.int(),
        rewarded: z.int().describe('Tickets that earn: fewer once the budget of the event is used up.'),
        price: amount.describe('Of all tickets, without fees.'),
        currency: z.string(),
      })
      .nullable(),
    reward: z
      .object({
        kind: z.enum(['flat', 'percent']),
        value: z.number().describe('For each ticket, in `currency`, or a percentage.'),
      })
      .nullable(),
    earned: amount.describe('What the sale earned, less reversals and with corrections.'),
    currency: z.string().describe('Of `earned`, and of the amounts in `steps`.'),
    next: z.string().describe('Where the money is now, and what happens next.'),
    steps: z
      .array(
        z.object({
          step: z.enum(SALE_STEPS),
          at: instant,
          expected: z.boolean().describe('It is still to come.'),
          text: z.string(),
          amount: amount.nullable(),
          statement: z.object({ id: z.string(), month: z.string() }).nullable(),
        }),
      )
      .describe('In the order of days.'),
    records: z.array(explained).describe('The earning of the sale, then its refunds and corrections.'),
  })
  .meta({ id: 'SaleDetail', description: 'A sale with its time line. It never contains anything about the buyer.' });

const { mode } = inMode.shape;
const { limit: _limit, cursor, ...filters } = earningsQuery.shape;

/** The same filters as the API's, for days that people write. */
const narrowed = z.object({
  mode,
  ...filters,
  from: typedDate.optional().describe('First day, in UTC.'),
  to: typedDate.optional().describe('Last day, in UTC, included.'),
  days: z.enum(EARNING_DAYS).optional().describe('What `from` and `to` mean: by default the day of the sale.'),
});

const toOwner = ({ companyId }: SignedIn, of: Mode) => ({ surface: 'dashboard earnings', mode: of, companyId });

const toTickets = ({ quantity, rewardedQuantity, priceMinor, orderCurrency }: SaleRow) => ({
  ...{ quantity, rewarded: rewardedQuantity },
  ...{ price: toDecimal(priceMinor, orderCurrency), currency: orderCurrency },
});

function toReward({ rewardKind: kind, rewardAmountMinor, rewardPercent, currency }: SaleRow) {
  if (kind === null) return null;
  return { kind, value: kind === 'flat' ? toDecimal(rewardAmountMinor ?? 0, currency) : (rewardPercent ?? 0) };
}

export const EARNINGS_OPERATIONS = [
  operation('GET /earnings', {
    may: 'earnings.read',
    summary: 'List earnings, newest first, with totals of all that match',
    query: narrowed.extend({ limit: limit(200, 50), cursor }).check(daysInOrder),
    answer: listOf(explained).extend({ totals: z.array(totals).describe('Of everything that matches, by currency.') }),
    async run({ ctx, member, query: { mode: of, ...query } }) {
      const { records, next, totals: sums } = await explainedEarnings(ctx, toOwner(member, of), inSnakeCase(query));
      return { data: records, next, totals: sums };
    },
  }),
  operation('GET /earnings/summary', {
    may: 'earnings.read',
    summary: 'Sum up what was earned in a span, and the next statement',
    query: inMode.extend({ span: z.enum(SPANS) }),
    answer: summary,
    async run({ ctx, member: { companyId, role }, query: { mode: of, span } }) {
      const found = await summarizeEarnings(ctx, { companyId, mode: of, span });
      return mayDo(role, 'settlements.read') ? found : { ...found, statement: null, payments: [] };
    },
  }),
  operation('GET /earnings/events', {
    may: 'earnings.read',
    summary: 'List the events that earnings are of, newest first',
    query: inMode,
    answer: listOf(
      z.object({ id: z.string(), name: z.string(), date: z.string().nullable().describe('The day at the venue.') }),
    ),
    run: async ({ ctx, member: { companyId }, query: { mode: of } }) =>
      whole(await earningEvents(ctx, { companyId, mode: of })),
  }),
  operation('GET /sales/:id', {
    may: 'earnings.read',
    summary: 'Show a sale, by its id, its order or one of its earnings',
    answer: sale,
    async run({ ctx, member: { companyId }, params: { id } }) {
      const { sale: sold, net, ...shown } = await showCompanySale(ctx, { companyId, id });
      const [record] = shown.records;
      return {
        ...shown,
        orderId: record?.order_id ?? null,
        subId: record?.sub_id ?? null,
        tickets: sold && toTickets(sold),
        reward: sold && toReward(sold),
        earned: net,
        currency: net.currency,
      };
    },
  }),
  operation('GET /earnings/csv', {
    may: 'earnings.read',
    summary: 'Download all earnings that match',
    query: narrowed.check(daysInOrder),
    answer: null,
    media: 'text/csv; charset=utf-8',
    run({ ctx, member, query: { mode: of, ...query } }) {
      const name = `earnings-${of}-${dayOf(ctx.clock.now())}.csv`;
      return { name, content: Readable.from(earningsCsv(ctx, toOwner(member, of), inSnakeCase(query))) };
    },
  }),
];
