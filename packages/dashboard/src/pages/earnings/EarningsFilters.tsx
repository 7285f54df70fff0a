import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Item } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import { EARNING_DAYS, EARNING_STATUSES, toOptions } from '../../filters.ts';
import { useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, SearchInput } from '../../parts/FilterInputs.tsx';
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
      <NativeSelect
        label="Status"
        size="xs"
        data={toOptions(EARNING_STATUSES, 'All statuses')}
        value={filter.status ?? ''}
        onChange={({ currentTarget }) => onChange({ status: currentTarget.value as EarningsFilter['status'] })}
      />
      <NativeSelect
        label="Event"
        size="xs"
        data={[
          { value: '', label: 'All events' },
          ...(named ? [] : [{ value: filter.event_id ?? '', label: filter.event_id ?? '' }]),
          ...events.map((event) => ({ value: event.id, label: labelOf(event, events) })),
        ]}
        value={filter.event_id ?? ''}
        onChange={({ currentTarget }) => onChange({ event_id: currentTarget.value })}
      />
      <SearchInput label="Sub ID" given={filter.sub_id} onChange={(id) => onChange({ sub_id: id })} />
      <NativeSelect
        label="Days"
        size="xs"
        data={toOptions(EARNING_DAYS)}
        value={filter.days ?? 'sale'}
        onChange={({ currentTarget: { value } }) =>
          onChange({ days: value === 'sale' ? '' : (value as EarningsFilter['days']) })
        }
      />
      <DayInputs from={filter.from} to={filter.to} onChange={onChange} />
      <NativeSelect
        label="Currency"
        size="xs"
        disabled={currencies.length < 2 && !filter.currency}
        data={[
          { value: '', label: 'All currencies' },
          ...new Set([...currencies.map(({ currency }) => currency), ...(filter.currency ? [filter.currency] : [])]),
        ]}
        value={filter.currency ?? ''}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
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
