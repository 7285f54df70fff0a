import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { Answer } from '../../api/operations.ts';
import { choicesQuery, query } from '../../api/queries.ts';
import { useRight } from '../../api/session.ts';
import type { Mode, PromotableEvent, PromotedEvent } from '../../api/types.ts';
import { LinkIcon, TriangleAlert } from '../../icons/icons.tsx';
import { type UsedFilters, useFilters, useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { daysFault } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { priceText, rewardText } from '../../parts/ticket-text.ts';
import { utcDay } from '../../parts/times.ts';
import classes from './Links.module.css';

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
  const filters = useFilters('/links');
  const [{ key, search, city, category, commissioned, from, to }, set] = filters;
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
        filters={<LinkFilters filters={filters} first={list.first} />}
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

interface Props {
  filters: UsedFilters<Filters<'/links'>>;
  /** The first page of the list, which has the keys. */
  first: Answer<'GET /links'> | undefined;
}

/** Narrows the events, and chooses the key of the links where there are several. */
function LinkFilters({ filters, first }: Props) {
  const [{ category, key = first?.key?.id }, set] = filters;
  const categories = useQuery(choicesQuery(useMode())).data?.categories ?? [];
  const known = category && !categories.includes(category) ? [category, ...categories] : categories;
  const keys = first?.keys ?? [];
  return (
    <FilterBar label="Filter the events">
      <SearchInput filters={filters} name="search" label="Search" placeholder="Event, venue or performer" />
      <SearchInput filters={filters} name="city" label="City" placeholder="Hamburg" />
      <FilterSelect
        filters={filters}
        name="category"
        label="Category"
        options={[{ value: '', label: 'All categories' }, ...known]}
      />
      <FilterSelect filters={filters} name="commissioned" label="Reward" all="All events" />
      <DayInputs filters={filters} />
      {/* It comes with the list, so it moves nothing but the skeleton. */}
      {keys.length > 1 && (
        <FilterSelect
          filters={[{ key }, set]}
          name="key"
          label="Links of the key"
          options={keys.map(({ id, name }) => ({ value: id, label: name || id }))}
        />
      )}
    </FilterBar>
  );
}

const STATES: Partial<Record<PromotedEvent['status'], string>> = {
  sold_out: 'sold out',
  cancelled: 'cancelled',
  postponed: 'postponed',
};
const MOST_SHOWN = 5;

/** Events that the company promotes and that are not for sale now. */
function UnsellableAlert({ events }: { events: PromotedEvent[] }) {
  if (events.length === 0) return null;
  const more = events.length - MOST_SHOWN;
  return (
    <Alert
      role="status"
      color="yellow"
      mb="lg"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={`${counted(events.length, 'event')} that you promote can’t be bought`}
    >
      Your links had clicks or sales in the last 30 days. Promote other events in their place.
      <ul className={classes.unsellable}>
        {events.slice(0, MOST_SHOWN).map(({ id, name, date, city, status, withdrawn }) => (
          <li key={id}>
            <strong>{name}</strong>, {[utcDay(date), city].filter(Boolean).join(', ')}:{' '}
            {withdrawn ? 'withdrawn by the organizer' : STATES[status]}
          </li>
        ))}
        {more > 0 && <li>{counted(more, 'more event')}</li>}
      </ul>
    </Alert>
  );
}

/** The obstacle to links, and who can remove it. */
function NoKey({ mode }: { mode: Mode }) {
  const { may } = useRight('keys.change');
  return (
    <Alert color="yellow" mb="lg" title={`Your company has no ${mode} key yet`}>
      A link carries the code of an API key, so that we know whose sale it is.{' '}
      {may ? (
        <>
          <AnchorLink to="/keys" underline="always">
            Create a key
          </AnchorLink>
          , and your links are here.
        </>
      ) : (
        <>
          Ask an owner or developer of your{' '}
          <AnchorLink to="/members" underline="always">
            team
          </AnchorLink>{' '}
          to create one under API keys. You need no key yourself.
        </>
      )}
    </Alert>
  );
}
