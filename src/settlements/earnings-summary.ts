import { groupBy } from '../core/group-by.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { decimalOf, type SettlementMethod, toDecimal } from '../core/money.js';
import { DAY, dayOf } from '../core/time.js';
import { type LedgerTotals, toLedgerTotals, toTotals } from '../earnings/list-earnings.js';
import { type EarningsSums, groupEarnings } from '../earnings/sql/earnings-groups.js';
import { sumEarnings } from '../earnings/sql/earnings-list.js';
import type { EarningTotals } from '../earnings/wire.js';
import type { Context } from '../platform/context/context.js';
import { findPayoutTargets } from './payout-target.js';
import { endOfMonth, monthOf, payableFrom, smallestPayout } from './rules/settlement.js';
import { type Days, daysOfSpan, periodsOf, type Span } from './rules/spans.js';
import { findPayoutAccounts } from './sql/payout-accounts.js';
import { sumUpcoming } from './sql/settlement-lines.js';
import { findTerms } from './sql/settlement-terms.js';
import { listFirstUnpaid } from './sql/settlements.js';
import { findTransferAccount } from './sql/transfer-accounts.js';

/** A company's earnings at a glance; amounts are decimals. */
export interface EarningsSummary {
  currencies: CurrencySummary[];
  days: Days & { before: Days };
  /** Null: the company has no terms yet, or these are test earnings, which no statement lists. */
  statement: NextStatement | null;
  /** The next payment of each currency, the first first. Empty in test mode. */
  payments: NextPayment[];
}

interface NextPayment {
  currency: string;
  amount: number;
  /** `YYYY-MM-DD`: when it is due. In the past: it goes out with our next payments. */
  on: string;
  /** `planned`: on a statement. `under_way`: sent. `expected`: on no statement yet, so the amount may change. */
  state: 'planned' | 'under_way' | 'expected';
  /** The statement with its month; null while it is expected. */
  statement: { id: string; month: string } | null;
  /** The end of the account's number, or of the Stripe account's id; null: there is no account. */
  account: string | null;
  /** It cannot be paid before an account is added. */
  account_missing: boolean;
}

interface CurrencySummary extends EarningTotals, LedgerTotals, SpanSums {
  currency: string;
  /** Every day or month of the span, the oldest first. */
  periods: { period: string; sales: number; earned: number; reversed_amount: number }[];
  before: SpanSums;
}

interface SpanSums {
  /** The amount in the ledger: a sale that was reversed before it was paid counts zero. */
  earned: number;
  /** Without sales that were reversed before they counted. */
  sales: number;
  /** All sales, and sales that were reversed as a whole. */
  sold: number;
  reversed_sales: number;
  /** Rewards that were taken back, whether they had counted or not: zero or less. */
  reversed_amount: number;
}

interface NextStatement {
  month: string;
  /** `YYYY-MM-DD`. */
  issued_on: string;
  due_on: string;
  account_missing: boolean;
  /** Its amount now, VAT included, with the earnings that become ready until then; below `minimum`, it is carried on. */
  amounts: { currency: string; amount: number; vat: number; carried: number; minimum: number }[];
}

/** Totals by status, earnings of a span by day or month, and the next statement, for each currency. */
export async function summarizeEarnings(
  ctx: Context,
  { companyId, mode, span }: { companyId: Id<'company'>; mode: Mode; span: Span },
): Promise<EarningsSummary> {
  const now = ctx.clock.now();
  const shown = daysOfSpan(span, now);
  const { by, from, to, before } = shown;
  const [sums, days, plan] = await Promise.all([
    sumEarnings(ctx.sql, { companyId, mode }),
    groupEarnings(
      ctx.sql,
      'day',
      { companyId, mode, from: new Date(before.from), until: new Date(Date.parse(to) + DAY) },
      null,
    ),
    mode === 'live' ? planPayments(ctx, companyId, now) : { statement: null, payments: [] },
  ]);
  const currencies = [...new Set(sums.map(({ currency }) => currency))].map((currency) => {
    const own = days.filter((day) => day.currency === currency);
    const inDays = own.filter(({ key }) => String(key) >= from);
    const periods = groupBy(inDays, ({ key }) => String(key).slice(0, by === 'day' ? 10 : 7));
    return {
      currency,
      ...toTotals(sums, currency),
      ...toLedgerTotals(sums, currency),
      periods: periodsOf(shown).map((period) => {
        const { sales, earned, reversed_amount } = sumUp(periods.get(period) ?? [], currency);
        return { period, sales, earned, reversed_amount };
      }),
      ...sumUp(inDays, currency),
      before: sumUp(
        own.filter(({ key }) => String(key) <= before.to),
        currency,
      ),
    };
  });
  return { currencies, days: { from, to, before }, ...plan };
}

function sumUp(days: readonly EarningsSums[], currency: string): SpanSums {
  const sum = (of: keyof Omit<EarningsSums, 'currency'>) => days.reduce((all, day) => all + day[of], 0);
  return {
    earned: toDecimal(sum('earned'), currency),
    reversed_amount: toDecimal(sum('reversed'), currency),
    ...{ sales: sum('sales'), sold: sum('sold'), reversed_sales: sum('reversedSales') },
  };
}

async function planPayments(
  ctx: Context,
  companyId: Id<'company'>,
  now: Date,
): Promise<Pick<EarningsSummary, 'statement' | 'payments'>> {
  const month = monthOf(now);
  const [terms, targetOf, banks, transfers, unpaid, upcoming] = await Promise.all([
    findTerms(ctx.sql, companyId),
    findPayoutTargets(ctx, companyId),
    findPayoutAccounts(ctx.sql, [companyId]),
    findTransferAccount(ctx.sql, { companyId }),
    listFirstUnpaid(ctx.sql, companyId),
    sumUpcoming(ctx.sql, companyId, endOfMonth(month)),
  ]);
  const accountOf = (method: SettlementMethod) =>
    (method === 'bank_transfer' ? banks.get(companyId)?.ibanEnd : transfers?.account.slice(-4)) ?? null;
  const planned = unpaid.map((statement): NextPayment => {
    const { id, currency, amount, dueOn, status, method } = statement;
    // What failed, or waits for a new account, is paid later than it was due.
    const { payFrom, waitsFor } = targetOf(statement);
    return {
      currency,
      amount: decimalOf(amount),
      on: payFrom && dayOf(payFrom) > dueOn ? dayOf(payFrom) : dueOn,
      state: status === 'paying' ? 'under_way' : 'planned',
      statement: { id, month: statement.month },
      account: accountOf(method),
      account_missing: waitsFor === 'account',
    };
  });
  if (!terms) return { statement: null, payments: byDay(planned) };
  const { method } = terms;
  const { waitsFor } = targetOf({ status: 'issued', method, waitsFor: null, payFrom: null });
  const statement: NextStatement = {
    month,
    issued_on: dayOf(endOfMonth(month)),
    due_on: dayOf(payableFrom(month, terms.netDays)),
    account_missing: waitsFor === 'account',
    amounts: upcoming.map(({ currency, minor, vatMinor, carriedMinor }) => ({
      currency,
      amount: toDecimal(minor + vatMinor, currency),
      vat: toDecimal(vatMinor, currency),
      carried: toDecimal(carriedMinor, currency),
      minimum: toDecimal(smallestPayout(terms, currency), currency),
    })),
  };
  const isPlanned = new Set(planned.map(({ currency }) => currency));
  const expected = statement.amounts
    .filter(({ amount, minimum, currency }) => amount > 0 && amount >= minimum && !isPlanned.has(currency))
    .map(
      ({ currency, amount }): NextPayment => ({
        ...{ currency, amount, on: statement.due_on, state: 'expected', statement: null },
        account: accountOf(method),
        account_missing: statement.account_missing,
      }),
    );
  return { statement, payments: byDay([...planned, ...expected]) };
}

const byDay = (payments: readonly NextPayment[]) =>
  [...payments].sort((payment, other) => payment.on.localeCompare(other.on));
