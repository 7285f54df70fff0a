import { FUNNEL_BY, toOptions } from '../../filters.ts';
import type { Filters } from '../../pages.ts';
import { countryName } from '../../parts/country-name.ts';
import { type Days, YEAR_DAYS } from '../../parts/days.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, FilterSelect, OnlyButton, SearchInput } from '../../parts/FilterInputs.tsx';

export type FunnelFilter = Filters<'/funnel'>;

interface Props {
  filter: FunnelFilter;
  /** The name of the chosen event, where it is known. */
  eventName: string | undefined;
  filtered: boolean;
  /** The days that are shown. */
  shown: Days | undefined;
  /** Gets what changed. */
  onChange: (some: { [Name in keyof FunnelFilter]?: FunnelFilter[Name] | '' }) => void;
}

/** The dimension and the filters of the funnel. Events and countries are chosen in the table. */
export function FunnelFilters({ filter, eventName, filtered, shown, onChange }: Props) {
  const { by, from, to, sub_id: subId, event_id: event, country } = filter;
  return (
    <FilterBar
      label="Filter the funnel"
      onClear={filtered ? () => onChange({ from: '', to: '', sub_id: '', event_id: '', country: '' }) : undefined}
    >
      <FilterSelect label="By" options={toOptions(FUNNEL_BY)} given={by} onChange={(by) => onChange({ by })} />
      <DayInputs from={from} to={to} shown={shown} most={YEAR_DAYS} onChange={onChange} />
      <SearchInput label="Sub ID" given={subId} onChange={(id) => onChange({ sub_id: id })} />
      {event && <OnlyButton text={eventName ?? event} isName onClear={() => onChange({ event_id: '' })} />}
      {country && <OnlyButton text={countryName(country)} onClear={() => onChange({ country: '' })} />}
    </FilterBar>
  );
}
