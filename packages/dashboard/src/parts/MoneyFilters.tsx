import type { MoneyChoices } from '../api/types.ts';
import type { UsedFilters } from '../page.ts';
import { FilterBar } from './FilterBar.tsx';
import { FilterSelect } from './FilterInputs.tsx';

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

/** A filter from a link stays a choice. */
function withAll(all: string, values: readonly string[] = [], given?: string) {
  const known = given && !values.includes(given) ? [given, ...values] : values;
  return [{ value: '', label: all }, ...known];
}
