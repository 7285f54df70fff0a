import { useNavigate, useSearch } from '@tanstack/react-router';

/** What lists and charts are narrowed to; a part of the address, so that a link shows it and Reload keeps it. */
export const FILTERS = ['state', 'type', 'event', 'since', 'range', 'days', 'key', 'search'] as const;

export type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** Those of the page that is open, and what sets some of them; an empty text takes one away. */
export function useFilters(): [filters: Filters, set: (some: Filters) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const set = (some: Filters) => {
    const given = Object.fromEntries(Object.entries(some).map(([name, value]) => [name, value || undefined]));
    void navigate({ to: '.', search: (before) => ({ ...before, ...given }), replace: true, resetScroll: false });
  };
  return [filters, set];
}

/** What was chosen among these, from the address; the first for anything else. */
export function chosenOf<Value extends string>(options: readonly { value: Value }[], given: string | undefined): Value {
  return (options.find(({ value }) => value === given) ?? options[0])?.value as Value;
}
