import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../../api/queries.ts';
import type { EarningsSummary } from '../../api/types.ts';
import { EARNING_PERIODS, toOptions } from '../../filters.ts';
import { useFilters, useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { LazyChart } from '../../parts/LazyChart.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { money, periodName, utcDay, utcMonth } from '../../parts/money.ts';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { PeriodsTable } from './PeriodsTable.tsx';

/** What was earned, by status and over time, and what the next statement will be. */
export function EarningsPanels() {
  const mode = useMode();
  const [{ by = 'day' }, set] = useFilters<'/'>();
  const { data, error, refetch } = useQuery({
    ...summaryQuery(mode, by),
    placeholderData: keepPreviousData,
  });
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={360} radius="lg" />;
  return (
    <>
      {data.currencies.map((one) => (
        <Panel
          key={one.currency}
          title={data.currencies.length > 1 ? `Earnings in ${one.currency}` : 'Earnings'}
          intro={
            <>
              The current amount in each status.{' '}
              <AnchorLink to="/earnings" fz="inherit" underline="always">
                View earnings
              </AnchorLink>
            </>
          }
          actions={
            <NativeSelect
              aria-label={`Period, ${one.currency}`}
              size="xs"
              data={toOptions(EARNING_PERIODS)}
              value={by}
              onChange={(event) => set({ by: event.currentTarget.value as typeof by })}
            />
          }
        >
          <DescriptionList
            items={[
              ['Pending', money(one.pending, one.currency)],
              ['Approved', money(one.approved, one.currency)],
              ['Ready', money(one.ready, one.currency)],
              ['Paid', money(one.paid, one.currency)],
              [
                `Sales, ${EARNING_PERIODS[by].toLowerCase()}`,
                count(one.periods.reduce((sum, { sales }) => sum + sales, 0)),
              ],
            ]}
          />
          <br />
          <LazyChart
            upon="pointer"
            label={`Earned by ${by}, in ${one.currency}; the same figures are in the table below`}
            bars={one.periods.map(({ period, earned }) => ({
              key: period,
              label: periodName(period),
              // A day on which more was taken back than earned has no bar; the table says by how much.
              parts: [{ name: `${one.currency} earned`, tone: 'act', value: Math.max(0, earned) }],
            }))}
          />
          <PeriodsTable summary={one} by={by} />
        </Panel>
      ))}
      {data.statement && <NextStatement statement={data.statement} />}
    </>
  );
}

function NextStatement({ statement }: { statement: NonNullable<EarningsSummary['statement']> }) {
  const { month, issued_on, due_on, amounts } = statement;
  return (
    <Panel title="Next statement" intro={`For ${utcMonth(month)}, on ${utcDay(issued_on)}. Due on ${utcDay(due_on)}.`}>
      {amounts.length === 0 && <Text>Nothing will be ready by then.</Text>}
      {amounts.map(({ currency, amount, vat, carried, minimum }) => (
        <Text key={currency}>
          About <strong>{money(amount, currency)}</strong>
          {vat !== 0 && ` with ${money(vat, currency)} of VAT`}
          {carried !== 0 && `, of which ${money(carried, currency)} are carried over from earlier months`}.{' '}
          {amount < minimum &&
            `This is below your minimum of ${money(minimum, currency)}, so it would be carried over.`}
        </Text>
      ))}
    </Panel>
  );
}
