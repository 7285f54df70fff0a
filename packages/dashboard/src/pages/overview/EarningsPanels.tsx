import { NativeSelect } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import type { CurrencySummary, EarningsSummary } from '../../api/types.ts';
import { EARNING_SPANS, toOptions } from '../../filters.ts';
import { useFilters } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { balanceColumns } from '../../parts/balances.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { Money } from '../../parts/Money.tsx';
import { money } from '../../parts/money.ts';
import { count, counted, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { periodName, utcDay, utcDays, utcMonth } from '../../parts/times.ts';
import { PeriodsTable } from './PeriodsTable.tsx';

/** The chart of earnings, the balances by currency, and the next statement. */
export function EarningsPanels({ summary }: { summary: EarningsSummary }) {
  const { company } = useSession();
  const [{ span = '30d', currency }, set] = useFilters<'/'>();
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
                <NativeSelect
                  aria-label="Currency"
                  size="xs"
                  data={currencies.map((summary) => summary.currency)}
                  value={shown.currency}
                  onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
                />
              )}
              <NativeSelect
                aria-label="Period"
                size="xs"
                data={toOptions(EARNING_SPANS)}
                value={span}
                onChange={({ currentTarget }) => set({ span: currentTarget.value as typeof span })}
              />
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
        <Panel title="Balances" intro="Where your money is now." flush>
          <DataTable
            label="Balances by currency"
            rows={currencies}
            keyOf={({ currency: of }) => of}
            columns={balanceColumns(currencies, { brief: false }).filter(({ title }) => title !== 'Never counted')}
          />
        </Panel>
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

function NextStatement({ statement }: { statement: NonNullable<EarningsSummary['statement']> }) {
  const { month, issued_on, due_on, amounts } = statement;
  return (
    <Panel
      title="Next statement"
      intro={`For ${utcMonth(month)}, on ${utcDay(issued_on)}. Due on ${utcDay(due_on)}.`}
      flush
    >
      <DataTable
        label="Next statement"
        rows={amounts}
        empty="Nothing will be ready by then."
        keyOf={({ currency }) => currency}
        columns={[
          { title: 'Currency', cell: ({ currency }) => currency },
          {
            title: 'Amount, about',
            kind: 'number',
            cell: ({ currency, amount }) => <Money amount={amount} currency={currency} />,
          },
          ...(amounts.some(({ vat }) => vat !== 0)
            ? [
                {
                  title: 'Of it VAT',
                  kind: 'number' as const,
                  cell: ({ currency, vat }: (typeof amounts)[number]) => <Money amount={vat} currency={currency} />,
                },
              ]
            : []),
          {
            title: 'From earlier months',
            kind: 'number',
            cell: ({ currency, carried }) => <Money amount={carried} currency={currency} />,
          },
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
    </Panel>
  );
}
