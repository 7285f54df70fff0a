import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { choicesQuery } from '../../api/queries.ts';
import { EVENT_REWARDS, toOptions } from '../../filters.ts';
import { useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, SearchInput } from '../../parts/FilterInputs.tsx';

interface Props {
  filter: Filters<'/links'>;
  /** The key whose code the links carry. */
  keyId: string | undefined;
  keys: { id: string; name: string }[];
  onChange: (some: { [Name in keyof Filters<'/links'>]?: Filters<'/links'>[Name] | '' }) => void;
}

/** Narrows the events, and chooses the key of the links. */
export function LinkFilters({
  filter: { search, city, category, commissioned, from, to },
  keyId,
  keys,
  onChange,
}: Props) {
  const categories = useQuery(choicesQuery(useMode())).data?.categories ?? [];
  const known = category && !categories.includes(category) ? [category, ...categories] : categories;
  return (
    <FilterBar label="Filter the events">
      <SearchInput
        label="Search"
        placeholder="Event, venue or performer"
        given={search}
        onChange={(text) => onChange({ search: text })}
      />
      <SearchInput label="City" placeholder="Hamburg" given={city} onChange={(text) => onChange({ city: text })} />
      <NativeSelect
        label="Category"
        size="xs"
        data={[{ value: '', label: 'All categories' }, ...known.map((name) => ({ value: name, label: name }))]}
        value={category ?? ''}
        onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
      />
      <NativeSelect
        label="Reward"
        size="xs"
        data={toOptions(EVENT_REWARDS, 'All events')}
        value={commissioned ?? ''}
        onChange={({ currentTarget }) => onChange({ commissioned: currentTarget.value as 'true' | '' })}
      />
      <DayInputs from={from} to={to} onChange={onChange} />
      <NativeSelect
        label="Links of the key"
        size="xs"
        disabled={keys.length < 2}
        data={keys.map(({ id, name }) => ({ value: id, label: name }))}
        value={keyId}
        onChange={({ currentTarget }) => onChange({ key: currentTarget.value })}
      />
    </FilterBar>
  );
}
