import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { EndpointKind } from '../../api/types.ts';
import { LOG_SPANS, LOG_STATES, LOG_TYPES, toOptions } from '../../filters.ts';
import classes from './LogFilters.module.css';
import type { LogFilter } from './use-delivery-log.ts';

interface Props {
  filter: LogFilter;
  kind: EndpointKind;
  /** Gets what changed. */
  onChange: (some: { [Name in keyof LogFilter]?: LogFilter[Name] | '' }) => void;
}

/** Narrows the log by state, type, time and event. */
export function LogFilters({ filter, kind, onChange }: Props) {
  const [event, setEvent] = useState(filter.event ?? '');
  const setLater = useDebouncedCallback((id: string) => onChange({ event: id }), 300);
  return (
    <search className={classes.filters} aria-label="Filter the deliveries">
      <NativeSelect
        aria-label="State"
        size="xs"
        data={toOptions(LOG_STATES, 'All states')}
        value={filter.state ?? ''}
        onChange={({ currentTarget }) => onChange({ state: currentTarget.value as LogFilter['state'] })}
      />
      {kind === 'webhook' && (
        <NativeSelect
          aria-label="Type"
          size="xs"
          data={toOptions(LOG_TYPES, 'All types')}
          value={filter.type ?? ''}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as LogFilter['type'] })}
        />
      )}
      <NativeSelect
        aria-label="Time"
        size="xs"
        data={toOptions(LOG_SPANS, 'Any time')}
        value={filter.since ?? ''}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.value as LogFilter['since'] })}
      />
      <TextInput
        aria-label="Event ID"
        placeholder="evt_…"
        size="xs"
        value={event}
        onChange={({ currentTarget: { value } }) => {
          setEvent(value);
          setLater(value.trim());
        }}
      />
    </search>
  );
}
