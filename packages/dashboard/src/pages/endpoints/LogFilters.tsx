import type { EndpointKind } from '../../api/types.ts';
import { LOG_SPANS, LOG_STATES, LOG_TYPES, toOptions } from '../../filters.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import type { LogFilter } from './use-delivery-log.ts';

interface Props {
  filter: LogFilter;
  kind: EndpointKind;
  /** Gets what changed. */
  onChange: (some: { [Name in keyof LogFilter]?: LogFilter[Name] | '' }) => void;
}

/** Narrows the log by state, type, time and event. */
export function LogFilters({ filter, kind, onChange }: Props) {
  return (
    <FilterBar label="Filter the deliveries">
      <FilterSelect
        label="State"
        options={toOptions(LOG_STATES, 'All states')}
        given={filter.state}
        onChange={(state) => onChange({ state })}
      />
      {kind === 'webhook' && (
        <FilterSelect
          label="Type"
          options={toOptions(LOG_TYPES, 'All types')}
          given={filter.type}
          onChange={(type) => onChange({ type })}
        />
      )}
      <FilterSelect
        label="Time"
        options={toOptions(LOG_SPANS, 'Any time')}
        given={filter.since}
        onChange={(since) => onChange({ since })}
      />
      <SearchInput
        label="Event ID"
        placeholder="evt_…"
        given={filter.event}
        onChange={(id) => onChange({ event: id })}
      />
    </FilterBar>
  );
}
