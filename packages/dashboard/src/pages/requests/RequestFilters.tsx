import type { Key } from '../../api/types.ts';
import { REQUEST_SPANS, REQUEST_STATUSES, toOptions } from '../../filters.ts';
import type { Filters } from '../../pages.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect, OnlyButton } from '../../parts/FilterInputs.tsx';

type RequestFilter = Filters<'/requests'>;

interface Props {
  filter: RequestFilter;
  routes: string[];
  keys: Key[];
  /** Gets what changed. */
  onChange: (some: { [Name in keyof RequestFilter]?: RequestFilter[Name] | '' }) => void;
}

/** Narrows the log by time, result, operation, key and problem code. */
export function RequestFilters({ filter, routes, keys, onChange }: Props) {
  const given = filter.route && !routes.includes(filter.route) ? [filter.route, ...routes] : routes;
  return (
    <FilterBar label="Filter the requests">
      <FilterSelect
        label="Time"
        options={toOptions(REQUEST_SPANS)}
        given={filter.span}
        onChange={(span) => onChange({ span })}
      />
      <FilterSelect
        label="Result"
        options={toOptions(REQUEST_STATUSES, 'All results')}
        given={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Operation"
        options={[{ value: '', label: 'All operations' }, ...given]}
        given={filter.route}
        onChange={(route) => onChange({ route })}
      />
      <FilterSelect
        label="Key"
        options={[
          { value: '', label: 'All keys' },
          ...keys.map(({ id, name, hint }) => ({ value: id, label: name || hint })),
        ]}
        given={filter.key}
        onChange={(key) => onChange({ key })}
      />
      {filter.code && <OnlyButton text={filter.code} onClear={() => onChange({ code: '' })} />}
    </FilterBar>
  );
}
