import { outcomeText } from '../../../../../src/core/outcomes.ts';
import type { EndpointKind } from '../../api/types.ts';
import { useFilters } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { DeliveryBadge, titleOf } from './endpoints.tsx';
import { useDeliveryLog } from './use-delivery-log.ts';

/** Everything sent to an endpoint, newest first, endless. */
export function DeliveryLog({ id, kind }: { id: string; kind: EndpointKind }) {
  const filters = useFilters('/webhooks/$id');
  const [{ state, type, event, since }, setFilters] = filters;
  const filter = { state, type, event, since };
  const log = useDeliveryLog(id, filter);
  const filtered = Object.values(filter).some((value) => value);
  const clear = () => setFilters({ state: '', type: '', event: '', since: '' });
  return (
    <ListPage
      title="Deliveries"
      intro="Newest first. We keep them for 30 days."
      label="Deliveries"
      list={{ ...log, rows: log.data?.pages.flatMap(({ data }) => data) }}
      filters={
        <FilterBar label="Filter the deliveries">
          <FilterSelect filters={filters} name="state" label="State" all="All states" />
          {kind === 'webhook' && <FilterSelect filters={filters} name="type" label="Type" all="All types" />}
          <FilterSelect filters={filters} name="since" label="Time" all="Any time" />
          <SearchInput filters={filters} name="event" label="Event ID" placeholder="evt_…" />
        </FilterBar>
      }
      onClear={filtered ? clear : undefined}
      empty={
        filtered
          ? 'No deliveries match these filters.'
          : 'Nothing sent yet. Send a test above, or make a test purchase.'
      }
      keyOf={(delivery) => delivery.id}
      columns={[
        { title: 'State', phone: 3, cell: (delivery) => <DeliveryBadge state={delivery.state} /> },
        {
          title: 'Change',
          kind: 'text',
          phone: 1,
          cell: (delivery) => (
            <AnchorLink to="/deliveries/$id" params={{ id: delivery.id }} size="sm">
              {titleOf(delivery)}
            </AnchorLink>
          ),
        },
        { title: 'Event', kind: 'text', cell: ({ event_id: of }) => of ?? '–' },
        { title: 'Attempts', kind: 'number', cell: ({ attempt }) => attempt },
        {
          title: 'Last response',
          phone: 2,
          cell: ({ last_outcome: outcome }) => (outcome ? outcomeText(outcome) : '–'),
        },
        { title: 'Created', phone: 4, cell: ({ created_at: at }) => <DateText at={at} show="time" /> },
      ]}
    />
  );
}
