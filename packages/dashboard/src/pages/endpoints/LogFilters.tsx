import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { DELIVERY_STATES, type EndpointKind } from '../../api/types/endpoints.ts';
import { type LogFilter, SPANS } from './delivery-log.ts';
import classes from './LogFilters.module.css';

interface Props {
  filter: LogFilter;
  kind: EndpointKind;
  /** Gets what changed. */
  onChange: (filter: LogFilter) => void;
}

const STATES = [
  { value: '', label: 'Every state' },
  ...DELIVERY_STATES.map((state) => ({ value: state, label: state })),
];
const TYPES = [
  { value: '', label: 'Every type' },
  { value: 'event.changed', label: 'event.changed' },
  { value: 'earnings.changed', label: 'earnings.changed' },
];

/** Narrows the log by state, type, time and event. */
export function LogFilters({ filter, kind, onChange }: Props) {
  const [event, setEvent] = useState(filter.event ?? '');
  const setLater = useDebouncedCallback((id: string) => onChange({ event: id }), 300);
  return (
    <search className={classes.filters} aria-label="Narrow the deliveries">
      <NativeSelect
        aria-label="State"
        size="xs"
        data={STATES}
        value={filter.state ?? ''}
        onChange={({ currentTarget }) => onChange({ state: currentTarget.value })}
      />
      {kind === 'webhook' && (
        <NativeSelect
          aria-label="Type"
          size="xs"
          data={TYPES}
          value={filter.type ?? ''}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
        />
      )}
      <NativeSelect
        aria-label="Time"
        size="xs"
        data={SPANS.map(({ value, label }) => ({ value, label }))}
        value={filter.since ?? ''}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.value })}
      />
      <TextInput
        aria-label="Event id"
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
