import { useQuery } from '@tanstack/react-query';
import { choicesQuery } from '../../api/queries.ts';
import { EVENT_REWARDS, toOptions } from '../../filters.ts';
import { useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';

interface Props {
  filter: Filters<'/links'>;
  /** The key whose code the links carry. */
  keyId: string | undefined;
  keys: { id: string; name: string }[];
  onChange: (some: { [Name in keyof Filters<'/links'>]?: Filters<'/links'>[Name] | '' }) => void;
}

/** Narrows the events, and chooses the key of the links where there are several. */
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
      <FilterSelect
        label="Category"
        options={[{ value: '', label: 'All categories' }, ...known.map((name) => ({ value: name, label: name }))]}
        given={category}
        onChange={(category) => onChange({ category })}
      />
      <FilterSelect
        label="Reward"
        options={toOptions(EVENT_REWARDS, 'All events')}
        given={commissioned}
        onChange={(commissioned) => onChange({ commissioned })}
      />
      <DayInputs from={from} to={to} onChange={onChange} />
      {/* It comes with the list, so it moves nothing but the skeleton. */}
      {keys.length > 1 && (
        <FilterSelect
          label="Links of the key"
          options={keys.map(({ id, name }) => ({ value: id, label: name || id }))}
          given={keyId}
          onChange={(key) => onChange({ key })}
        />
      )}
    </FilterBar>
  );
}
