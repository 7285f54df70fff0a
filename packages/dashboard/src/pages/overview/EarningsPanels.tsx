import { useSession } from '../../api/session.ts';
import type { CurrencySummary, EarningsSummary } from '../../api/types.ts';
import { useFilters } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { balanceColumns } from '../../parts/balances.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { FoldedTable, TablePanel } from '../../parts/DataTable.tsx';
import { FilterSelect } from '../../parts/FilterInputs.tsx';
import { moneyColumn } from '../../parts/Money.tsx';
import { money } from '../../parts/money.ts';
import { count, counted, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { periodName, utcDay, utcDays, utcMonth } from '../../parts/times.ts';

/** The chart of earnings, the balances by currency, and the next statement. */
export function EarningsPanels({ summary }: { summary: EarningsSummary }) {
  const { company } = useSession();
  const filters = useFilters('/');
  const [{ currency }, set] = filters;
  const { currencies, days, statement } = summary;
  const find = (code: string | undefined) => currencies.find((summary) => summary.currency === code);
  const shown = find(currency) ?? find(company.currency) ?? currencies[0];
  const by = (shown?.periods[0]?.period.length ?? 0) > 7 ? 'day' : 'month';
  return (
    <>
      {shown && (
        <Panel
          title="Earned"
          intro={
            <>
              {comparison(shown, days)}{' '}
              <AnchorLink to="/earnings" search={{ from: days.from, to: days.to }} fz="inherit" underline="always">
                View earnings
              </AnchorLink>
              {shown.reversed_amount < 0 && (
                <>
                  {' · '}
                  <AnchorLink
                    to="/earnings"
                    search={{ status: 'reversed', from: days.from, to: days.to }}
                    fz="inherit"
                    underline="always"
                  >
                    View what was reversed
                  </AnchorLink>
                </>
              )}
            </>
          }
          actions={
            <>
              {currencies.length > 1 && (
                <FilterSelect
                  filters={[{ currency: shown.currency }, set]}
                  name="currency"
                  aria-label="Currency"
                  options={currencies.map((summary) => summary.currency)}
                />
              )}
              <FilterSelect filters={filters} name="span" aria-label="Period" />
            </>
          }
        >
          <Chart
            kind="time"
            label={`Earned by ${by}, in ${shown.currency}; the same figures are in the table below`}
            format={(value) => money(value, shown.currency)}
            bars={shown.periods.map(({ period, earned }) => ({
              key: period,
              label: periodName(period),
              parts: [{ name: 'Earned', tone: earned < 0 ? 'bad' : 'act', value: earned }],
            }))}
          />
          <PeriodsTable summary={shown} by={by} />
        </Panel>
      )}
      {currencies.length > 0 && (
        <TablePanel
          title="Balances"
          intro="Where your money is now."
          label="Balances by currency"
          rows={currencies}
          keyOf={({ currency: of }) => of}
          columns={balanceColumns(currencies, { brief: false }).filter(({ title }) => title !== 'Never counted')}
        />
      )}
      {statement && <NextStatement statement={statement} />}
    </>
  );
}

/** More than this many times as much is no percentage: the amount of before is given. */
const MOST_TIMES = 10;

/** `1,200.00 EUR from 40 sales. 12% more than on 1–28 Oct 2026. Reversed: 44.40 EUR, 2 of 41 sales (4.9 %).` */
function comparison(
  { currency, earned, sales, sold, reversed_sales: reversed, reversed_amount: lost, before }: CurrencySummary,
  days: EarningsSummary['days'],
): string {
  const { from, to } = days.before;
  const then = utcDays(from, to);
  const change = Math.abs(earned - before.earned);
  const direction = earned > before.earned ? 'more' : 'less';
  return [
    `${money(earned, currency)} from ${counted(sales, 'sale')}.`,
    earned === before.earned
      ? `The same as on ${then}.`
      : before.earned > 0 && change <= MOST_TIMES * before.earned
        ? `${share(change, before.earned)} ${direction} than on ${then}.`
        : before.sold === 0 && before.earned === 0
          ? `Nothing on ${then}.`
          : `${money(before.earned, currency)} on ${then}.`,
    ...(reversed > 0 || lost < 0 ? [`Reversed: ${money(Math.abs(lost), currency)}${ofSales(reversed, sold)}.`] : []),
  ].join(' ');
}

const ofSales = (reversed: number, sold: number): string =>
  sold > 0 ? `, ${count(reversed)} of ${counted(sold, 'sale')} (${share(reversed, sold)})` : '';

type Next = NonNullable<EarningsSummary['statement']>;
type Due = Next['amounts'][number];

function NextStatement({ statement }: { statement: Next }) {
  const { month, issued_on, due_on, amounts } = statement;
  return (
    <TablePanel
      title="Next statement"
      intro={`For ${utcMonth(month)}, on ${utcDay(issued_on)}. Due on ${utcDay(due_on)}.`}
      rows={amounts}
      empty="Nothing will be ready by then."
      keyOf={({ currency }) => currency}
      columns={[
        { title: 'Currency', cell: ({ currency }) => currency },
        moneyColumn<Due>('Amount, about', ({ amount }) => amount),
        amounts.some(({ vat }) => vat !== 0) && moneyColumn<Due>('Of it VAT', ({ vat }) => vat),
        moneyColumn<Due>('From earlier months', ({ carried }) => carried),
        {
          title: 'What happens next',
          kind: 'prose',
          cell: ({ currency, amount, minimum }) =>
            amount < 0
              ? 'It is deducted from a later statement.'
              : amount < minimum
                ? `Below your minimum of ${money(minimum, currency)}: it moves to the next month.`
                : 'We pay it.',
        },
      ]}
    />
  );
}

interface Props {
  summary: CurrencySummary;
  by: 'day' | 'month';
}

/** The figures of the chart, newest first. */
function PeriodsTable({ summary: { currency, periods }, by }: Props) {
  return (
    <FoldedTable
      label={`Earnings in ${currency} by ${by}`}
      rows={periods.toReversed()}
      keyOf={({ period }) => period}
      columns={[
        { title: by === 'day' ? 'Day' : 'Month', cell: ({ period }) => periodName(period) },
        { title: 'Sales', kind: 'number', cell: ({ sales }) => count(sales) },
        {
          title: 'Reversed',
          kind: 'number',
          cell: ({ reversed_amount: reversed }) => money(reversed, currency),
        },
        { title: 'Earned', kind: 'number', cell: ({ earned }) => money(earned, currency) },
      ]}
    />
  );
}
