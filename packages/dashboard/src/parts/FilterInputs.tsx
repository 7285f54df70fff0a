import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

interface DayProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (some: { from?: string; to?: string }) => void;
}

/** The first and the last day of a list, as `YYYY-MM-DD`; empty: no limit. */
export function DayInputs({ from = '', to = '', onChange }: DayProps) {
  return (
    <>
      <TextInput
        label="From"
        type="date"
        size="xs"
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        size="xs"
        value={to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </>
  );
}

/** A click id, which narrows the list once nobody has typed for half a second. */
export function SubIdInput({ given = '', onChange }: { given: string | undefined; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState(given);
  // Saved filters and tables put another one here.
  useEffect(() => setTyped(given), [given]);
  const setLater = useDebouncedCallback(onChange, 500);
  return (
    <TextInput
      label="Sub ID"
      size="xs"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        setLater(value.trim());
      }}
    />
  );
}
