import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { HEALTH_RANGES, toOptions } from '../../filters.ts';
import { useFilters } from '../../page.ts';
import { Chart } from '../../parts/Chart.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { count, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { duration, shortTime } from '../../parts/times.ts';
import classes from './HealthPanel.module.css';

/** How an endpoint did: attempts that succeeded and failed, and how long it took to answer; as a chart and as a table. */
export function HealthPanel({ id }: { id: string }) {
  const [{ range = '24h' }, setFilters] = useFilters('/webhooks/$id');
  const { data, error, refetch } = useQuery({
    ...query('GET /endpoints/:id/health', { id, query: { range } }),
    staleTime: 30_000,
  });
  return (
    <Panel
      title="Health"
      actions={
        <SegmentedControl
          aria-label="Time span"
          size="xs"
          data={toOptions(HEALTH_RANGES)}
          value={range}
          onChange={(value) => setFilters({ range: value })}
        />
      }
    >
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={180} />}
      {data?.total.attempts === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was sent in this period.
        </Text>
      )}
      {data && data.total.attempts > 0 && (
        <>
          <DescriptionList
            items={[
              ['Success rate', share(data.total.succeeded, data.total.attempts)],
              ['Attempts', count(data.total.attempts)],
              ['Response time, median', duration(data.total.p50_ms)],
              ['Response time, 95th percentile', duration(data.total.p95_ms)],
            ]}
          />
          <div className={classes.both}>
            <Chart
              kind="time"
              label="Attempts over time; the same numbers are in the table"
              bars={data.buckets.map(({ start, attempts, succeeded }) => ({
                key: start,
                label: shortTime(new Date(start)),
                parts: [
                  { name: 'succeeded', tone: 'good', value: succeeded },
                  { name: 'failed', tone: 'bad', value: attempts - succeeded },
                ],
              }))}
            />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
            <div className={classes.scroll} tabIndex={0}>
              <DataTable
                label="Attempts over time"
                rows={data.buckets.filter(({ attempts }) => attempts > 0).reverse()}
                keyOf={({ start }) => start}
                columns={[
                  { title: 'From', cell: ({ start }) => shortTime(new Date(start)) },
                  { title: 'Attempts', kind: 'number', cell: ({ attempts }) => count(attempts) },
                  { title: 'Failed', kind: 'number', cell: ({ attempts, succeeded }) => count(attempts - succeeded) },
                  { title: 'p95', kind: 'number', cell: ({ p95_ms: ms }) => duration(ms) },
                ]}
              />
            </div>
          </div>
        </>
      )}
    </Panel>
  );
}
