import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { EarningsSummary } from '../../api/types.ts';
import { EARNING_PERIODS, toOptions } from '../../filters.ts';
import { useFilters, useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { Money } from '../../parts/Money.tsx';
import { money } from '../../parts/money.ts';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { periodName, utcDay, utcMonth } from '../../parts/times.ts';
import { PeriodsTable } from './PeriodsTable.tsx';

const AMOUNTS = ['pending', 'approved', 'ready', 'paid', 'deducted', 'net'] as const;

/** The chart of earnings, the balances by currency, and the next statement. */
export function EarningsPanels() {
  const mode = useMode();
  const { company } = useSession();
  const [{ by = 'day', currency }, set] = useFilters<'/'>();
  const { data, error, refetch } = useQuery(summaryQuery(mode, by));
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  // The page waits for it.
  if (!data) return null;
  const [first] = data.currencies;
  const find = (of: string | undefined) => data.currencies.find((currency) => currency.currency === of);
  const shown = find(currency) ?? find(company.currency) ?? first;
  return (
    <>
      {shown && (
        <Panel
          title="Earned"
          intro={
            <>
              {counted(
                shown.periods.reduce((sum, { sales }) => sum + sales, 0),
                'sale',
              )}
              , {EARNING_PERIODS[by].toLowerCase()}.{' '}
              <AnchorLink to="/earnings" fz="inherit" underline="always">
                View earnings
              </AnchorLink>
            </>
          }
          actions={
            <>
              {data.currencies.length > 1 && (
                <NativeSelect
                  aria-label="Currency"
                  size="xs"
                  data={data.currencies.map((currency) => currency.currency)}
                  value={shown.currency}
                  onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
                />
              )}
              <NativeSelect
                aria-label="Period"
                size="xs"
                data={toOptions(EARNING_PERIODS)}
                value={by}
                onChange={({ currentTarget }) => set({ by: currentTarget.value as typeof by })}
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
      {data.currencies.length > 0 && (
        <Panel title="Balances" intro="Where your money is now." flush>
          <DataTable
            label="Balances by currency"
            rows={data.currencies}
            keyOf={({ currency: of }) => of}
            columns={[
              { title: 'Currency', cell: ({ currency: of }) => of },
              ...AMOUNTS.map((name) => ({
                title: `${name[0]?.toUpperCase()}${name.slice(1)}`,
                kind: 'number' as const,
                cell: (row: EarningsSummary['currencies'][number]) => (
                  <Money amount={row[name]} currency={row.currency} />
                ),
              })),
            ]}
          />
        </Panel>
      )}
      {data.statement && <NextStatement statement={data.statement} />}
    </>
  );
}

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
            title: 'About',
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
            title: 'What happens',
            kind: 'prose',
            cell: ({ currency, amount, minimum }) =>
              amount < minimum
                ? `Below your minimum of ${money(minimum, currency)}: it moves to the next month.`
                : 'We pay it.',
          },
        ]}
      />
    </Panel>
  );
}
