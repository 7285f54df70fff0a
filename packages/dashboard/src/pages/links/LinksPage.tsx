import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { query } from '../../api/queries.ts';
import type { PromotableEvent } from '../../api/types.ts';
import { LinkIcon } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { daysFault } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { priceText, rewardText } from '../../parts/ticket-text.ts';
import { LinkFilters } from './LinkFilters.tsx';
import classes from './Links.module.css';
import { NoKey } from './NoKey.tsx';
import { UnsellableAlert } from './UnsellableAlert.tsx';

const LinkForm = lazy(() => import('./LinkForm.tsx').then((it) => ({ default: it.LinkForm })));

const AVAILABILITY: Record<string, { label: string; tone: Tone }> = {
  available: { label: 'On sale', tone: 'good' },
  limited: { label: 'Few left', tone: 'warn' },
  sold_out: { label: 'Sold out', tone: 'bad' },
  not_on_sale: { label: 'Not on sale', tone: 'quiet' },
  ended: { label: 'Ended', tone: 'quiet' },
};

const NONE = { search: '', city: '', category: '', commissioned: '', from: '', to: '' } as const;

/** `/dashboard/links`: the events that the company may show, and its links to them. */
export function LinksPage() {
  const mode = useMode();
  const [{ key, ...given }, set] = useFilters<'/links'>();
  const { search, city, category, commissioned, from, to } = given;
  const filter = { search, city, category, commissioned, from, to };
  const unsellable = useQuery(query('GET /promoted-events', { query: { mode, unsellable: 'true' } }));
  const events = useList(
    'GET /links',
    { query: { mode, key_id: key, ...filter } },
    { enabled: daysFault(filter) === null },
  );
  // The alert stands above the rows: together, so that it does not push them down.
  const list = unsellable.isPending ? { ...events, rows: undefined, isFetching: true } : events;
  const [event, setEvent] = useState<PromotableEvent | null>(null);
  // A campaign's links to several events often have the same sub ID.
  const [subId, setSubId] = useState('');
  const keys = list.first?.keys ?? [];
  const hasKey = list.first?.key !== null;
  const filtered = Object.values(filter).some(Boolean);
  const columns: Column<PromotableEvent>[] = [
    {
      title: 'Event',
      kind: 'text',
      phone: 1,
      cell: ({ name, date_label: date, venue, city: town }) => (
        <>
          <span className={classes.name}>{name}</span>
          <span className={classes.small}>{[date, town, venue].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      title: 'Reward',
      phone: 3,
      cell: ({ reward }) => <span className={reward ? undefined : classes.none}>{rewardText(reward)}</span>,
    },
    { title: 'Price', kind: 'number', cell: ({ price }) => priceText(price) },
    {
      title: 'Tickets',
      phone: 4,
      cell: ({ availability, status }) => {
        const { label, tone } = AVAILABILITY[availability] ?? { label: availability, tone: 'quiet' as const };
        return <Badge tone={tone}>{status === 'postponed' ? 'Postponed' : label}</Badge>;
      },
    },
    {
      title: 'Link',
      hideTitle: true,
      phone: 2,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!hasKey}
          aria-label={`Get link: ${row.name}`}
          onClick={() => setEvent(row)}
        >
          Get link
        </Button>
      ),
    },
  ];
  const alerts = (
    <>
      <UnsellableAlert events={unsellable.data?.data ?? []} />
      {!hasKey && <NoKey mode={mode} />}
    </>
  );
  return (
    <>
      <PageHead intro="Find an event, and copy your link or QR code. Sales through your links earn the reward for your company." />
      <ListPage
        label="Events"
        list={list}
        filters={<LinkFilters filter={given} keyId={key ?? list.first?.key?.id} keys={keys} onChange={set} />}
        onClear={filtered ? () => set(NONE) : undefined}
        sums={alerts}
        none={
          <>
            {alerts}
            <EmptyPanel
              icon={LinkIcon}
              title="No upcoming events"
              text="Events that your agreement covers show up here as soon as organizers add them."
            />
          </>
        }
        empty="No events match these filters."
        keyOf={({ id }) => id}
        columns={columns}
      />
      <Dialog opened={event !== null} onClose={() => setEvent(null)} title={event?.name} size="lg">
        {event && <LinkForm event={event} mode={mode} keyId={key} subId={subId} onSubId={setSubId} />}
      </Dialog>
    </>
  );
}
