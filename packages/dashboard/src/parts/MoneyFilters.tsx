import type { MoneyChoices } from '../api/types.ts';
import { toOptions } from '../filters.ts';
import { FilterBar } from './FilterBar.tsx';
import { FilterSelect } from './FilterInputs.tsx';

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
      <FilterSelect
        label="Year"
        options={withAll('All years', choices?.years, filter.year)}
        given={filter.year}
        onChange={(year) => onChange({ year })}
      />
      <FilterSelect
        label="Currency"
        options={withAll('All currencies', choices?.currencies, filter.currency)}
        given={filter.currency}
        onChange={(currency) => onChange({ currency })}
      />
      <FilterSelect
        label="Status"
        options={toOptions(statuses, 'All statuses')}
        given={filter.status}
        onChange={(status) => onChange({ status })}
      />
    </FilterBar>
  );
}

/** A filter from a link stays a choice. */
function withAll(all: string, values: readonly string[] = [], given?: string) {
  const known = given && !values.includes(given) ? [given, ...values] : values;
  return [{ value: '', label: all }, ...known];
}
