import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HealthRange } from '../../api/types/endpoints.ts';
import { chosenOf, useFilters } from '../../filters.ts';
import { Bars } from '../../parts/Bars.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { count, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { duration } from '../../parts/times.ts';
import { bucketLabel } from './bucket-label.ts';
import { healthQuery } from './endpoints.ts';
import classes from './HealthPanel.module.css';
import { HealthTable } from './HealthTable.tsx';

const RANGES: { value: HealthRange; label: string }[] = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
];

/** How an endpoint did: attempts that succeeded and failed, and how long it took to answer; as a chart and as a table. */
export function HealthPanel({ id }: { id: string }) {
  const [filters, setFilters] = useFilters();
  const range = chosenOf(RANGES, filters.range);
  const { data } = useQuery(healthQuery(id, range));
  return (
    <Panel
      title="Health"
      actions={
        <SegmentedControl
          aria-label="Time span"
          size="xs"
          data={RANGES}
          value={range}
          onChange={(value) => setFilters({ range: value })}
        />
      }
    >
      {!data && <Skeleton h={180} />}
      {data?.total.attempts === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was sent in this time.
        </Text>
      )}
      {data && data.total.attempts > 0 && (
        <>
          <Facts
            facts={[
              ['Success rate', share(data.total.succeeded, data.total.attempts)],
              ['Attempts', count(data.total.attempts)],
              ['Answers, median', duration(data.total.p50_ms)],
              ['Answers, 95th percentile', duration(data.total.p95_ms)],
            ]}
          />
          <div className={classes.both}>
            <Bars
              label="Attempts over time; the same numbers are in the table"
              bars={data.buckets.map(({ start, attempts, succeeded }) => ({
                key: start,
                label: bucketLabel(start, data.step_seconds),
                parts: [
                  { name: 'succeeded', tone: 'good', value: succeeded },
                  { name: 'failed', tone: 'bad', value: attempts - succeeded },
                ],
              }))}
            />
            <HealthTable health={data} />
          </div>
        </>
      )}
    </Panel>
  );
}
