import { NativeSelect } from '@mantine/core';
import type { MoneyChoices } from '../api/types.ts';
import { toOptions } from '../filters.ts';
import { FilterBar } from './FilterBar.tsx';

interface Filter<Status extends string> {
  year?: string | undefined;
  currency?: string | undefined;
  status?: Status | undefined;
}

interface Props<Status extends string> {
  /** For screen readers. */
  label: string;
  filter: Filter<Status>;
  /** Undefined while the list is read. */
  choices: MoneyChoices | undefined;
  statuses: Record<Status, string>;
  onChange: (some: { year?: string; currency?: string; status?: Status | '' }) => void;
}

/** Narrows a list of statements or payments by year, currency and status. */
export function MoneyFilters<Status extends string>({ label, filter, choices, statuses, onChange }: Props<Status>) {
  return (
    <FilterBar label={label}>
      <NativeSelect
        label="Year"
        size="xs"
        data={withAll('All years', choices?.years, filter.year)}
        value={filter.year ?? ''}
        onChange={({ currentTarget }) => onChange({ year: currentTarget.value })}
      />
      <NativeSelect
        label="Currency"
        size="xs"
        data={withAll('All currencies', choices?.currencies, filter.currency)}
        value={filter.currency ?? ''}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
      />
      <NativeSelect
        label="Status"
        size="xs"
        data={toOptions(statuses, 'All statuses')}
        value={filter.status ?? ''}
        onChange={({ currentTarget }) => onChange({ status: currentTarget.value as Status | '' })}
      />
    </FilterBar>
  );
}

/** A filter from a link stays a choice. */
function withAll(all: string, values: readonly string[] = [], given?: string) {
  const known = given && !values.includes(given) ? [given, ...values] : values;
  return [{ value: '', label: all }, ...known];
}
