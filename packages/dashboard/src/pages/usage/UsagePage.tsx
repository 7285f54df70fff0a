import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { toOptions, USAGE_SPANS } from '../../filters.ts';
import { BarChart3 } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { Chart } from '../../parts/Chart.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { periodName } from '../../parts/times.ts';
import { perDay } from './per-day.ts';
import { UsageByDay } from './UsageByDay.tsx';
import { UsageByKey } from './UsageByKey.tsx';

/** `/dashboard/use`: calls a day, by key and result. */
export function UsagePage() {
  const mode = useMode();
  const [{ days = '30d', key = '' }, setFilters] = useFilters<'/use'>();
  const { base_url: base } = useSession();
  const useOf = (keyId: string) =>
    query('GET /use', { query: { mode, days: Number.parseInt(days, 10), key_id: keyId } });
  const { data, error, refetch } = useQuery({ ...useOf(key), refetchInterval: 15_000 });
  // All keys, so that the picker keeps them when one is chosen.
  const { data: all } = useQuery(useOf(''));
  const rows = data && perDay(data);
  const sum = (name: 'calls' | 'assistant_calls' | 'rate_limited' | 'failed') =>
    rows?.reduce((total, row) => total + row[name], 0) ?? 0;
  return (
    <>
      <PageHead
        intro="API calls per day, including calls from AI assistants. Days are in UTC."
        actions={
          <>
            {/* A fixed width: the names of the keys arrive later. */}
            <NativeSelect
              aria-label="Key"
              size="xs"
              w="9.5rem"
              data={[
                { value: '', label: 'All keys' },
                ...(all?.keys ?? []).map((key) => ({ value: key.id, label: key.name || key.hint })),
              ]}
              value={key}
              onChange={(event) => setFilters({ key: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label="Time span"
              size="xs"
              data={toOptions(USAGE_SPANS)}
              value={days}
              onChange={(event) => setFilters({ days: event.currentTarget.value as keyof typeof USAGE_SPANS })}
            />
          </>
        }
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {data && sum('calls') === 0 && (
        <EmptyPanel
          icon={BarChart3}
          title="No calls in this period"
          text="Make a call with your API key. It shows up here within seconds."
          snippet={{
            label: 'A first call',
            code: `curl '${base}/events?limit=2' -H 'Authorization: Bearer <YOUR_KEY>'`,
          }}
        />
      )}
      {data && rows && sum('calls') > 0 && (
        <>
          <Panel title="Calls per day">
            <DescriptionList
              items={[
                ['Calls', count(sum('calls'))],
                ['From AI assistants', count(sum('assistant_calls'))],
                ['Over the limit (429)', count(sum('rate_limited'))],
                ['Server errors (5xx)', count(sum('failed'))],
              ]}
            />
            <br />
            <Chart
              kind="time"
              label="Calls per day; the same numbers are in the table below"
              bars={rows.map(({ day, ok, refused, rate_limited: limited, failed }) => ({
                key: day,
                label: periodName(day),
                parts: [
                  { name: 'answered', tone: 'act', value: ok },
                  { name: 'refused', tone: 'warn', value: refused + limited },
                  { name: 'our errors', tone: 'bad', value: failed },
                ],
              }))}
            />
          </Panel>
          {data.keys.length > 0 && <UsageByKey keys={data.keys} />}
          <UsageByDay rows={rows} />
        </>
      )}
    </>
  );
}
