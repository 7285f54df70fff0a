import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Item } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import { EARNING_DAYS, EARNING_STATUSES, toOptions } from '../../filters.ts';
import { useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import { utcDay } from '../../parts/times.ts';

export type EarningsFilter = Filters<'/earnings'>;

type EarningEvent = Item<'GET /earnings/events'>;

interface Props {
  filter: EarningsFilter;
  currencies: { currency: string }[] | undefined;
  /** In the same bar. */
  children: ReactNode;
  onChange: (some: { [Name in keyof EarningsFilter]?: EarningsFilter[Name] | '' }) => void;
}

/** Narrows the list by status, event, sub ID, days (of the sale, its approval or its payment) and currency. */
export function EarningsFilters({ filter, currencies = [], onChange, children }: Props) {
  const mode = useMode();
  const events = useQuery(query('GET /earnings/events', { query: { mode } })).data?.data ?? [];
  const named = events.some(({ id }) => id === filter.event_id) || !filter.event_id;
  return (
    <FilterBar label="Filter the earnings">
      <FilterSelect
        label="Status"
        options={toOptions(EARNING_STATUSES, 'All statuses')}
        given={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Event"
        options={[
          { value: '', label: 'All events' },
          ...(named ? [] : [{ value: filter.event_id ?? '', label: filter.event_id ?? '' }]),
          ...events.map((event) => ({ value: event.id, label: labelOf(event, events) })),
        ]}
        given={filter.event_id}
        onChange={(event_id) => onChange({ event_id })}
      />
      <SearchInput label="Sub ID" given={filter.sub_id} onChange={(id) => onChange({ sub_id: id })} />
      <FilterSelect
        label="Day of"
        options={toOptions(EARNING_DAYS)}
        given={filter.days ?? 'sale'}
        onChange={(days) => onChange({ days: days === 'sale' ? '' : days })}
      />
      <DayInputs from={filter.from} to={filter.to} onChange={onChange} />
      <FilterSelect
        label="Currency"
        disabled={currencies.length < 2 && !filter.currency}
        options={[
          { value: '', label: 'All currencies' },
          ...new Set([...currencies.map(({ currency }) => currency), ...(filter.currency ? [filter.currency] : [])]),
        ]}
        given={filter.currency}
        onChange={(currency) => onChange({ currency })}
      />
      {children}
    </FilterBar>
  );
}

/** The name, with the day if several events have the name. */
function labelOf({ name, date }: EarningEvent, events: readonly EarningEvent[]): string {
  const isRepeated = events.filter((event) => event.name === name).length > 1;
  return isRepeated && date ? `${name}, ${utcDay(date)}` : name;
}
