import { NativeSelect } from '@mantine/core';
import type { Key } from '../../api/types.ts';
import { REQUEST_SPANS, REQUEST_STATUSES, toOptions } from '../../filters.ts';
import type { Filters } from '../../pages.ts';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { OnlyButton } from '../../parts/FilterInputs.tsx';

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
      <NativeSelect
        label="Time"
        size="xs"
        data={toOptions(REQUEST_SPANS)}
        value={filter.span}
        onChange={({ currentTarget }) => onChange({ span: currentTarget.value as RequestFilter['span'] })}
      />
      <NativeSelect
        label="Result"
        size="xs"
        data={toOptions(REQUEST_STATUSES, 'All results')}
        value={filter.status ?? ''}
        onChange={({ currentTarget }) => onChange({ status: currentTarget.value as RequestFilter['status'] })}
      />
      <NativeSelect
        label="Operation"
        size="xs"
        data={[{ value: '', label: 'All operations' }, ...given]}
        value={filter.route ?? ''}
        onChange={({ currentTarget }) => onChange({ route: currentTarget.value })}
      />
      <NativeSelect
        label="Key"
        size="xs"
        data={[
          { value: '', label: 'All keys' },
          ...keys.map(({ id, name, hint }) => ({ value: id, label: name || hint })),
        ]}
        value={filter.key ?? ''}
        onChange={({ currentTarget }) => onChange({ key: currentTarget.value })}
      />
      {filter.code && <OnlyButton text={filter.code} onClear={() => onChange({ code: '' })} />}
    </FilterBar>
  );
}
