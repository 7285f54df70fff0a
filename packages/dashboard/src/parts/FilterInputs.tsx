import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type Days, daysFault } from './days.ts';

interface DayProps extends Days {
  /** The days that are shown without a filter. */
  shown?: Days;
  /** The most days at once. */
  most?: number;
  onChange: (some: Days) => void;
}

/** The first and the last day of a list, as `YYYY-MM-DD`; empty: no limit. Days that cannot be are said here, and the list stays. */
export function DayInputs({ shown, most, onChange, ...filter }: DayProps) {
  const { from = shown?.from ?? '', to = shown?.to ?? '' } = filter;
  const isFiltered = Boolean(filter.from || filter.to || !shown);
  const [days, setDays] = useState({ from, to });
  // Saved filters, links and Back put others here.
  useEffect(() => setDays({ from, to }), [from, to]);
  const fault = daysFault(days, most);
  const set = (some: Days) => {
    const next = { ...days, ...some };
    setDays(next);
    if (daysFault(next, most) === null) onChange(next);
  };
  return (
    <>
      <TextInput
        label="From"
        type="date"
        size="xs"
        value={days.from}
        wrapperProps={isSet(isFiltered && days.from)}
        error={fault?.at === 'from' && fault.text}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        size="xs"
        value={days.to}
        wrapperProps={isSet(isFiltered && days.to)}
        error={fault?.at === 'to' && fault.text}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
    </>
  );
}

/** Marks a filter that is in use. */
const isSet = (given: unknown) => ({ 'data-set': Boolean(given) || undefined });

interface SelectProps<Value extends string> {
  label: string;
  options: readonly (string | { value: Value | ''; label: string })[];
  given: Value | undefined;
  disabled?: boolean;
  onChange: (value: Value | '') => void;
}

const plain = (option: string | { value: string } | undefined) => (typeof option === 'object' ? option.value : option);

/** Narrows a list to one of some values; an empty value takes the filter away. */
export function FilterSelect<Value extends string>({ options, given, onChange, ...rest }: SelectProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      data={[...options]}
      value={given ?? ''}
      wrapperProps={isSet(given && given !== plain(options[0]))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value | '')}
      {...rest}
    />
  );
}

interface SearchProps {
  label: string;
  placeholder?: string;
  given: string | undefined;
  onChange: (text: string) => void;
}

/** A text that filters a list after a pause of half a second. */
export function SearchInput({ label, placeholder, given = '', onChange }: SearchProps) {
  const [typed, setTyped] = useState(given);
  // Saved filters, tables and Back put another one here.
  useEffect(() => setTyped(given), [given]);
  const setLater = useDebouncedCallback(onChange, 500);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      size="xs"
      value={typed}
      wrapperProps={isSet(typed)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        setLater(value.trim());
      }}
    />
  );
}

interface OnlyProps {
  text: string;
  /** The text is a name that arrives later: it takes the same width as an ID. */
  isName?: boolean;
  onClear: () => void;
}

/** A filter that was chosen in a table; a press removes it. */
export function OnlyButton({ text, isName = false, onClear }: OnlyProps) {
  return (
    <Button size="xs" variant="light" title={text} style={isName ? { width: '14rem' } : undefined} onClick={onClear}>
      {`Only ${text} ✕`}
    </Button>
  );
}
