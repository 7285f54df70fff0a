import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { Usage } from '../../api/types.ts';
import { BarChart3 } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { everyDay } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterSelect } from '../../parts/FilterInputs.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { periodName, utcDay } from '../../parts/times.ts';
import { KIND_TEXT, nameOf } from '../keys/keys.tsx';

/** `/dashboard/use`: calls a day, by key and result. */
export function UsagePage() {
  const mode = useMode();
  const filters = useFilters('/use');
  const [{ days = '30d', key = '' }] = filters;
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
            <FilterSelect
              filters={filters}
              name="key"
              aria-label="Key"
              w="9.5rem"
              options={[
                { value: '', label: 'All keys' },
                ...(all?.keys ?? []).map((key) => ({ value: key.id, label: key.name || key.hint })),
              ]}
            />
            <FilterSelect filters={filters} name="days" aria-label="Time span" />
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

/** The chart's numbers, newest first, for days with calls. */
function UsageByDay({ rows }: { rows: DayTotals[] }) {
  return (
    <TablePanel
      title="By day"
      label="Calls by day"
      rows={rows.filter(({ calls }) => calls > 0).reverse()}
      keyOf={({ day }) => day}
      columns={[
        { title: 'Day (UTC)', cell: ({ day }) => utcDay(day) },
        { title: 'Calls', kind: 'number', cell: ({ calls }) => count(calls) },
        { title: 'Assistants', kind: 'number', cell: ({ assistant_calls: calls }) => count(calls) },
        { title: 'Refused', kind: 'number', cell: ({ refused }) => count(refused) },
        { title: '429', kind: 'number', cell: ({ rate_limited: limited }) => count(limited) },
        { title: '5xx', kind: 'number', cell: ({ failed }) => count(failed) },
      ]}
    />
  );
}

function UsageByKey({ keys }: { keys: Usage['keys'] }) {
  return (
    <TablePanel
      title="By key"
      label="Calls by key"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Key',
          kind: 'text',
          cell: (key) => (
            <AnchorLink to="/keys/$id" params={{ id: key.id }} size="sm">
              {nameOf(key)}
            </AnchorLink>
          ),
        },
        { title: 'Hint', cell: ({ hint }) => <code>{hint}</code> },
        { title: 'Kind', cell: ({ kind }) => KIND_TEXT[kind].label },
        { title: 'Calls', kind: 'number', cell: ({ calls }) => count(calls) },
        { title: 'Last used', cell: ({ last_used_at: at }) => <DateText at={at} /> },
      ]}
    />
  );
}

type DayTotals = Omit<Usage['days'][number], 'key_id'>;

/** Every day of the time asked for, oldest first, with the sums over all keys; days without calls too. */
function perDay({ from, to, days }: Usage): DayTotals[] {
  const nothing = { calls: 0, assistant_calls: 0, ok: 0, refused: 0, rate_limited: 0, failed: 0 };
  const rows = new Map(everyDay(from, to).map((day) => [day, { day, ...nothing }]));
  for (const day of days) {
    const row = rows.get(day.day);
    if (!row) continue;
    for (const name of ['calls', 'assistant_calls', 'ok', 'refused', 'rate_limited', 'failed'] as const)
      row[name] += day[name];
  }
  return [...rows.values()];
}
