import { Button, NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { MoneyChoices } from '../api/types.ts';
import { toOptions } from '../filters.ts';
import type { UsedFilters } from '../page.ts';
import { type Days, daysFault, periodsOf } from './days.ts';
import { FilterBar } from './FilterBar.tsx';

interface DayProps {
  filters: UsedFilters<Days>;
  /** The days that are shown without a filter. */
  shown?: Days | undefined;
  /** The most days at once. */
  most?: number;
}

/** The first and the last day of a list, as `YYYY-MM-DD`; empty: no limit. Days that cannot be are said here, and the list stays. */
export function DayInputs({ filters: [filter, onChange], shown, most }: DayProps) {
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

const OTHER = 'Other days';

/** A named period. An empty filter is the default of the service, which is the first period. */
export function PeriodInput({ filters: [{ from, to }, onChange] }: Pick<DayProps, 'filters'>) {
  const periods = periodsOf(new Date());
  const [standard] = periods;
  const chosen = from || to ? periods.find((period) => period.from === from && period.to === to) : standard;
  return (
    <NativeSelect
      label="Period"
      size="xs"
      data={[...periods.map(({ label }) => label), ...(chosen ? [] : [OTHER])]}
      value={chosen?.label ?? OTHER}
      onChange={({ currentTarget: { value } }) => {
        const period = periods.find(({ label }) => label === value);
        if (period === standard) onChange({ from: '', to: '' });
        else if (period) onChange({ from: period.from, to: period.to });
      }}
    />
  );
}

/** Marks a filter that is in use. */
const isSet = (given: unknown) => ({ 'data-set': Boolean(given) || undefined });

interface InputProps<F, Name extends keyof F> {
  filters: UsedFilters<F>;
  /** The filter that the input sets. */
  name: Name;
  label: string;
}

type Options<Value> = readonly (string | { value: Value | ''; label: string })[];

interface SelectProps<F, Name extends keyof F>
  extends Omit<InputProps<F, Name>, 'label'>,
    Pick<NativeSelectProps, 'label' | 'aria-label' | 'disabled' | 'w' | 'maw'> {
  /** Unless given: the values that the page declares. */
  options?: Options<F[Name]>;
  /** The option before the declared values, which clears the filter. */
  all?: string;
}

const plain = (option: string | { value: unknown } | undefined) => (typeof option === 'object' ? option.value : option);

/** Filters a list by a value of some. The empty value clears the filter. */
export function FilterSelect<F extends object, Name extends keyof F>({
  filters: [filter, set, labels],
  name,
  all,
  options = toOptions((labels as Record<Name, Record<string, string>>)[name], all) as Options<F[Name]>,
  ...rest
}: SelectProps<F, Name>) {
  const given = filter[name] as string | undefined;
  return (
    <NativeSelect
      size="xs"
      data={[...(options as Options<string>)]}
      value={given ?? ''}
      wrapperProps={isSet(given && given !== plain(options[0]))}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value } as Partial<F>)}
      {...rest}
    />
  );
}

/** A text that filters a list after a pause of half a second. */
export function SearchInput<F extends object, Name extends keyof F>({
  filters: [filter, set],
  name,
  ...rest
}: InputProps<F, Name> & { placeholder?: string }) {
  const given = String(filter[name] ?? '');
  const [typed, setTyped] = useState(given);
  // Saved filters, tables and Back put another one here.
  useEffect(() => setTyped(given), [given]);
  const setLater = useDebouncedCallback((text: string) => set({ [name]: text } as Partial<F>), 500);
  return (
    <TextInput
      {...rest}
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

interface Props<Status extends string> {
  /** For screen readers. */
  label: string;
  filters: UsedFilters<{ year?: string; currency?: string; status?: Status }>;
  /** Undefined while the list is read. */
  choices: MoneyChoices | undefined;
}

/** Narrows a list of statements or payments by year, currency and status. */
export function MoneyFilters<Status extends string>({ label, filters, choices }: Props<Status>) {
  const [{ year, currency }] = filters;
  return (
    <FilterBar label={label}>
      <FilterSelect filters={filters} name="year" label="Year" options={withAll('All years', choices?.years, year)} />
      <FilterSelect
        filters={filters}
        name="currency"
        label="Currency"
        options={withAll('All currencies', choices?.currencies, currency)}
      />
      <FilterSelect filters={filters} name="status" label="Status" all="All statuses" />
    </FilterBar>
  );
}

/** The options of a filter; a value from a link stays a choice, though it is not among them. */
export function withAll(all: string, values: readonly string[] = [], given?: string) {
  const known = given && !values.includes(given) ? [given, ...values] : values;
  return [{ value: '', label: all }, ...known];
}
