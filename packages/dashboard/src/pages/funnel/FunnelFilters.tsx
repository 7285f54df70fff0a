import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { FUNNEL_BY, optionsOf } from '../../filters.ts';
import classes from './Funnel.module.css';
import type { FunnelFilter } from './FunnelPage.tsx';

interface Props {
  filter: FunnelFilter;
  /** Of the event that is chosen, where it is known. */
  eventName: string | undefined;
  filtered: boolean;
  /** Gets what changed. */
  onChange: (some: { [Name in keyof FunnelFilter]?: FunnelFilter[Name] | '' }) => void;
}

/** What the funnel is broken down by, and narrowed to. Events and countries are chosen in the table. */
export function FunnelFilters({ filter, eventName, filtered, onChange }: Props) {
  const { by, from, to, sub_id: given = '', event_id: event, country } = filter;
  const [subId, setSubId] = useState(given);
  // The table puts another one here.
  useEffect(() => setSubId(given), [given]);
  const setLater = useDebouncedCallback((id: string) => onChange({ sub_id: id }), 500);
  return (
    <search className={classes.filters} aria-label="Filter the funnel">
      <NativeSelect
        label="By"
        size="xs"
        data={optionsOf(FUNNEL_BY)}
        value={by}
        onChange={({ currentTarget }) => onChange({ by: currentTarget.value as FunnelFilter['by'] })}
      />
      <TextInput
        label="From"
        type="date"
        size="xs"
        value={from ?? ''}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        size="xs"
        value={to ?? ''}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      <TextInput
        label="Sub ID"
        size="xs"
        value={subId}
        onChange={({ currentTarget: { value } }) => {
          setSubId(value);
          setLater(value.trim());
        }}
      />
      {event && (
        <Button size="xs" variant="light" onClick={() => onChange({ event_id: '' })}>
          {`Only ${eventName ?? event} ✕`}
        </Button>
      )}
      {country && (
        <Button size="xs" variant="light" onClick={() => onChange({ country: '' })}>
          {`Only ${country} ✕`}
        </Button>
      )}
      {filtered && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ from: '', to: '', sub_id: '', event_id: '', country: '' })}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
