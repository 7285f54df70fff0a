import { groupBy } from '../core/group-by.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { decimalOf, type SettlementMethod, toDecimal } from '../core/money.js';
import { DAY, dayOf } from '../core/time.js';
import { toLedgerTotals, toTotals } from '../earnings/list-earnings.js';
import { type EarningsSums, groupEarnings } from '../earnings/sql/earnings-groups.js';
import { sumEarnings } from '../earnings/sql/earnings-list.js';
import type { Context } from '../platform/context/context.js';
import { findPayoutTargets } from './payout-target.js';
import { endOfMonth, monthOf, payableFrom, smallestPayout } from './rules/settlement.js';
import { daysOfSpan, periodsOf, type Span } from './rules/spans.js';
import { findPayoutAccounts } from './sql/payout-accounts.js';
import { sumUpcoming } from './sql/settlement-lines.js';
import { findTerms } from './sql/settlement-terms.js';
import { listFirstUnpaid } from './sql/settlements.js';
import { findTransferAccount } from './sql/transfer-accounts.js';

/** Totals by status, earnings of a span by day or month, and the next statement, for each currency. */
export async function summarizeEarnings(
  ctx: Context,
  { companyId, mode, span }: { companyId: Id<'company'>; mode: Mode; span: Span },
) {
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
    // No statement lists test earnings.
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

function sumUp(days: readonly EarningsSums[], currency: string) {
  const sum = (of: keyof Omit<EarningsSums, 'currency'>) => days.reduce((all, day) => all + day[of], 0);
  return {
    earned: toDecimal(sum('earned'), currency),
    reversed_amount: toDecimal(sum('reversed'), currency),
    ...{ sales: sum('sales'), sold: sum('sold'), reversed_sales: sum('reversedSales') },
  };
}

/** The next statement as it would be now, and the next payment of each currency, the first first. */
async function planPayments(ctx: Context, companyId: Id<'company'>, now: Date) {
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
  const planned = unpaid.map((statement) => {
    const { id, currency, amount, dueOn, status, method } = statement;
    // What failed, or waits for a new account, is paid later than it was due.
    const { payFrom, waitsFor } = targetOf(statement);
    return {
      currency,
      amount: decimalOf(amount),
      on: payFrom && dayOf(payFrom) > dueOn ? dayOf(payFrom) : dueOn,
      state: status === 'paying' ? ('under_way' as const) : ('planned' as const),
      statement: { id, month: statement.month },
      account: accountOf(method),
      account_missing: waitsFor === 'account',
    };
  });
  if (!terms) return { statement: null, payments: byDay(planned) };
  const { method } = terms;
  const { waitsFor } = targetOf({ status: 'issued', method, waitsFor: null, payFrom: null });
  const statement = {
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
    .map(({ currency, amount }) => ({
      ...{ currency, amount, on: statement.due_on, state: 'expected' as const, statement: null },
      account: accountOf(method),
      account_missing: statement.account_missing,
    }));
  return { statement, payments: byDay([...planned, ...expected]) };
}

const byDay = <P extends { on: string }>(payments: readonly P[]) =>
  [...payments].sort((payment, other) => payment.on.localeCompare(other.on));
