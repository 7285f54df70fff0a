import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { DELIVERY_STATES, type EndpointKind } from '../../api/types/endpoints.ts';
import type { LogFilter } from './endpoints.ts';
import classes from './LogFilters.module.css';

interface Props {
  filter: LogFilter;
  kind: EndpointKind;
  onChange: (filter: LogFilter) => void;
}

const HOUR = 3_600_000;
const SPANS = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
];
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
  const [hours, setHours] = useState('');
  const [event, setEvent] = useState(filter.event_id);
  const set = (part: Partial<LogFilter>) => onChange({ ...filter, ...part });
  const setLater = useDebouncedCallback((eventId: string) => set({ event_id: eventId }), 300);
  return (
    <search className={classes.filters} aria-label="Narrow the deliveries">
      <NativeSelect
        aria-label="State"
        size="xs"
        data={STATES}
        value={filter.state}
        onChange={({ currentTarget }) => set({ state: currentTarget.value })}
      />
      {kind === 'webhook' && (
        <NativeSelect
          aria-label="Type"
          size="xs"
          data={TYPES}
          value={filter.type}
          onChange={({ currentTarget }) => set({ type: currentTarget.value })}
        />
      )}
      <NativeSelect
        aria-label="Time"
        size="xs"
        data={SPANS}
        value={hours}
        onChange={({ currentTarget: { value } }) => {
          setHours(value);
          set({ since: value && new Date(Date.now() - Number(value) * HOUR).toISOString() });
        }}
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
