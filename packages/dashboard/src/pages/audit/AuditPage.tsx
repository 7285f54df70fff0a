import { Group, NativeSelect, Text } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { AuditedAction } from '../../api/types.ts';
import { AUDIT_KINDS, AUDIT_SPANS, toOptions } from '../../filters.ts';
import { useFilters } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { ACTION_TEXT } from './action-text.ts';

const DAY = 86_400_000;
const SPAN_MS = { '7d': 7 * DAY, '30d': 30 * DAY, '90d': 90 * DAY };

const actionsQuery = (filters: Filters<'/audit'>) =>
  infiniteQueryOptions({
    queryKey: ['GET /audit', filters],
    queryFn: ({ pageParam, signal }) => {
      const { kind, by, since } = filters;
      const from = since && new Date(Date.now() - SPAN_MS[since]).toISOString();
      // A cursor has the filters of its first page.
      return read('GET /audit', { query: pageParam ? { cursor: pageParam } : { kind, by, since: from } }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** `/dashboard/audit`: who changed what, when and from where. */
export function AuditPage() {
  const [filters, setFilters] = useFilters<'/audit'>();
  const log = useInfiniteQuery(actionsQuery(filters));
  const members = useQuery(query('GET /members')).data?.data ?? [];
  const rows = log.data?.pages.flatMap(({ data }) => data);
  const people = Object.fromEntries(members.map(({ id, email }) => [id, email]));
  return (
    <>
      <PageHead intro="Every change to your company: who made it, when and from where. Nobody can change this log." />
      <Panel flush>
        <Group component="search" aria-label="Filter the audit log" gap="xs" px="lg" py="md">
          <NativeSelect
            aria-label="What"
            size="xs"
            data={toOptions(AUDIT_KINDS, 'All actions')}
            value={filters.kind ?? ''}
            onChange={({ currentTarget }) => setFilters({ kind: currentTarget.value as Filters<'/audit'>['kind'] })}
          />
          <NativeSelect
            aria-label="Who"
            size="xs"
            data={toOptions(people, 'Everyone')}
            value={filters.by ?? ''}
            onChange={({ currentTarget }) => setFilters({ by: currentTarget.value })}
          />
          <NativeSelect
            aria-label="Time"
            size="xs"
            data={toOptions(AUDIT_SPANS, 'Any time')}
            value={filters.since ?? ''}
            onChange={({ currentTarget }) => setFilters({ since: currentTarget.value as Filters<'/audit'>['since'] })}
          />
        </Group>
        {log.error && <LoadFailed error={log.error} onRetry={log.refetch} />}
        <DataTable
          label="Audit log"
          empty="Nothing matches these filters."
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
            { title: 'Who', cell: ({ by }) => <Actor by={by} /> },
            { title: 'What', cell: (one) => <What action={one} /> },
            { title: 'Object', cell: ({ object_id: id }) => <code>{id}</code> },
            { title: 'IP address', cell: ({ address }) => address ?? '–' },
          ]}
        />
        <LogEnd list={log} />
      </Panel>
    </>
  );
}

function Actor({ by: { type, name } }: Pick<AuditedAction, 'by'>) {
  if (type === 'member') return name;
  if (type === 'former_member') return 'A former member';
  return (
    <>
      {name} <Badge tone="quiet">Partner Events</Badge>
    </>
  );
}

function What({ action: { action, details } }: { action: AuditedAction }) {
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== '' && String(value) !== '');
  return (
    <>
      {ACTION_TEXT[action]}
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {facts.map(([name, value]) => `${inWords(name)}: ${textOf(value)}`).join(' · ')}
        </Text>
      )}
    </>
  );
}

/** `keyId` and `key_id` are `key id`. */
const inWords = (name: string) => name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));
