import { type Filters, PAGES } from '../../pages.ts';
import { countryName } from '../../parts/country-name.ts';
import { YEAR_DAYS } from '../../parts/days.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, OnlyButton, SearchInput } from '../../parts/FilterInputs.tsx';
import { PeriodInput } from '../../parts/PeriodInput.tsx';
import type { Span } from '../../parts/periods.ts';
import { SavedFilters } from '../../parts/SavedFilters.tsx';

export type CampaignFilter = Filters<'/campaigns'>;

const NONE = Object.fromEntries(Object.keys(PAGES['/campaigns'].filters).map((name) => [name, '']));

interface Props {
  filter: Record<string, string>;
  /** The days that are shown, if they are read. */
  shown: Span | undefined;
  /** The name of the chosen event, where it is known. */
  eventName: string | undefined;
  /** Gets what changed. */
  onChange: (some: { [Name in keyof CampaignFilter]?: CampaignFilter[Name] | '' }) => void;
}

/** The filters of the campaigns. Sub IDs, events and countries are chosen in the table. */
export function CampaignFilters({ filter, shown, eventName, onChange }: Props) {
  const { from, to, starts_with: startsWith, sub_id: subId, event_id: event, country } = filter;
  const chosen = [
    { name: 'sub_id', text: subId },
    { name: 'event_id', text: event && (eventName ?? event) },
    { name: 'country', text: country && countryName(country) },
  ];
  return (
    <FilterBar label="Filter the campaigns">
      <PeriodInput from={from} to={to} onChange={onChange} />
      <SearchInput
        label="Sub ID starts with"
        placeholder="newsletter-"
        given={startsWith}
        onChange={(text) => onChange({ starts_with: text })}
      />
      <DayInputs from={from} to={to} shown={shown} most={YEAR_DAYS} onChange={onChange} />
      {chosen.map(
        ({ name, text }) =>
          text && (
            <OnlyButton key={name} text={text} isName={name === 'event_id'} onClear={() => onChange({ [name]: '' })} />
          ),
      )}
      <SavedFilters page="/campaigns" filter={filter} onChoose={(chosenOnes) => onChange({ ...NONE, ...chosenOnes })} />
    </FilterBar>
  );
}
