import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BarChart3 } from 'lucide-react';
import { get } from '../../api/client.ts';
import type { Use } from '../../api/types/use.ts';
import { chosenOf, useFilters } from '../../filters.ts';
import { useMode } from '../../mode.ts';
import { Bars } from '../../parts/Bars.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { perDay } from './per-day.ts';
import { UseByDay } from './UseByDay.tsx';
import { UseByKey } from './UseByKey.tsx';

const SPANS = [
  { value: '30d', label: 'Last 30 days' },
  { value: '7d', label: 'Last 7 days' },
  { value: '90d', label: 'Last 90 days' },
];

/** `/dashboard/use`: calls a day, by key and result. */
export function UsePage() {
  const mode = useMode();
  const [{ days: span, key = '' }, setFilters] = useFilters();
  const days = chosenOf(SPANS, span);
  const { data, error, refetch } = useQuery({
    queryKey: ['use', mode, days, key],
    queryFn: ({ signal }) => get<Use>('/use', { mode, days: Number.parseInt(days, 10), key_id: key }, signal),
  });
  const rows = data && perDay(data);
  const sum = (name: 'calls' | 'assistant_calls' | 'rate_limited' | 'failed') =>
    rows?.reduce((total, row) => total + row[name], 0) ?? 0;
  return (
    <>
      <PageHead
        title="API usage"
        lead="API calls per day, including calls from AI assistants. Days are in UTC."
        actions={
          <>
            {data?.keys.length !== 0 && (
              <NativeSelect
                aria-label="Key"
                size="xs"
                data={[
                  { value: '', label: 'Every key' },
                  ...(data?.keys ?? []).map((one) => ({ value: one.id, label: one.name || one.hint })),
                ]}
                value={key}
                onChange={(event) => setFilters({ key: event.currentTarget.value })}
              />
            )}
            <NativeSelect
              aria-label="Time span"
              size="xs"
              data={SPANS}
              value={days}
              onChange={(event) => setFilters({ days: event.currentTarget.value })}
            />
          </>
        }
      />
      {error && <LoadFailed error={error} onAgain={refetch} />}
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {data && sum('calls') === 0 && (
        <EmptyPanel
          icon={BarChart3}
          title="No calls in this time"
          words="Make one with your key, and it shows here within seconds."
          snippet={{
            label: 'A first call',
            code: `curl '${window.location.origin}/v1/events?limit=2' -H 'Authorization: Bearer <YOUR_KEY>'`,
          }}
        />
      )}
      {data && rows && sum('calls') > 0 && (
        <>
          <Panel title="Calls per day">
            <Facts
              facts={[
                ['Calls', count(sum('calls'))],
                ['By assistants', count(sum('assistant_calls'))],
                ['Over the limit (429)', count(sum('rate_limited'))],
                ['Our errors (5xx)', count(sum('failed'))],
              ]}
            />
            <br />
            <Bars
              label="Calls per day; the same numbers are in the table below"
              bars={rows.map(({ day, ok, refused, rate_limited: limited, failed }) => ({
                key: day,
                label: day,
                parts: [
                  { name: 'answered', tone: 'act', value: ok },
                  { name: 'refused', tone: 'warn', value: refused + limited },
                  { name: 'our errors', tone: 'bad', value: failed },
                ],
              }))}
            />
          </Panel>
          {data.keys.length > 0 && <UseByKey keys={data.keys} />}
          <UseByDay rows={rows} />
        </>
      )}
    </>
  );
}
