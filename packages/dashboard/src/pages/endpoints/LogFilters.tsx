import { NativeSelect } from '@mantine/core';
import type { EndpointKind } from '../../api/types.ts';
import { LOG_SPANS, LOG_STATES, LOG_TYPES, toOptions } from '../../filters.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { SearchInput } from '../../parts/FilterInputs.tsx';
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
      <NativeSelect
        label="State"
        size="xs"
        data={toOptions(LOG_STATES, 'All states')}
        value={filter.state ?? ''}
        onChange={({ currentTarget }) => onChange({ state: currentTarget.value as LogFilter['state'] })}
      />
      {kind === 'webhook' && (
        <NativeSelect
          label="Type"
          size="xs"
          data={toOptions(LOG_TYPES, 'All types')}
          value={filter.type ?? ''}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as LogFilter['type'] })}
        />
      )}
      <NativeSelect
        label="Time"
        size="xs"
        data={toOptions(LOG_SPANS, 'Any time')}
        value={filter.since ?? ''}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.value as LogFilter['since'] })}
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
