import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query as queryOf } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { AuditedAction } from '../../api/types.ts';
import { toOptions } from '../../filters.ts';
import { useFilters } from '../../page.ts';
import { DateText } from '../../parts/DateText.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { ACTION_TEXT } from './action-text.ts';
import { detailTexts } from './detail-text.ts';

const DAY = 86_400_000;
const SPAN_MS = { '7d': 7 * DAY, '30d': 30 * DAY, '90d': 90 * DAY };

/** `/dashboard/audit`: who changed what, when and from where. */
export function AuditPage() {
  const filters = useFilters('/audit');
  const [{ kind, by, since }, set] = filters;
  // The same until the filter changes: it is a part of the list's name.
  const from = useMemo(() => since && new Date(Date.now() - SPAN_MS[since]).toISOString(), [since]);
  const list = useList('GET /audit', { query: { kind, by, since: from } });
  const members = useQuery(queryOf('GET /members')).data?.data ?? [];
  const people = Object.fromEntries(members.map(({ id, email }) => [id, email]));
  return (
    <>
      <PageHead intro="Every change to your company: who made it, when and from where. Nobody can change this log." />
      <ListPage
        label="Audit log"
        list={list}
        filters={
          <FilterBar label="Filter the audit log">
            <FilterSelect filters={filters} name="kind" label="What" all="All actions" />
            <FilterSelect filters={filters} name="by" label="Who" options={toOptions(people, 'Everyone')} />
            <FilterSelect filters={filters} name="since" label="Time" all="Any time" />
          </FilterBar>
        }
        onClear={kind || by || since ? () => set({ kind: '', by: '', since: '' }) : undefined}
        empty="Nothing matches these filters."
        keyOf={({ id }) => id}
        columns={[
          { title: 'When', phone: 4, cell: ({ at }) => <DateText at={at} show="time" /> },
          { title: 'Who', kind: 'text', phone: 3, cell: ({ by: actor }) => nameOf(actor) },
          { title: 'What', kind: 'prose', phone: 1, cell: (action) => <What action={action} /> },
          { title: 'Object', kind: 'text', cell: ({ object_id: id }) => id },
          { title: 'IP address', cell: ({ address }) => address ?? '–' },
        ]}
      />
    </>
  );
}

function nameOf({ type, name }: AuditedAction['by']): string {
  if (type === 'former_member') return 'A former member';
  return type === 'member' ? name : `${name} (Partner Events)`;
}

function What({ action: { action, details } }: { action: AuditedAction }) {
  const { company } = useSession();
  const facts = detailTexts(details, company.currency);
  return (
    <>
      {ACTION_TEXT[action]}
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
    </>
  );
}
