import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { keepWithin, keysQuery, query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ListTree } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect, OnlyButton, withAll } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { useList } from '../../parts/list.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { ErrorsPanel, milliseconds, ProblemLink, StatusBadge } from './ErrorsPanel.tsx';

/** `/dashboard/requests`: the calls of the API in seven days, and the failed ones. */
export function RequestsPage() {
  const mode = useMode();
  const { base_url: base } = useSession();
  const filters = useFilters('/requests');
  const [{ span = '24h', status, code, route, key }, set] = filters;
  const filter = { mode, span, status, code, route, key_id: key };
  const keys = useQuery(keysQuery(mode));
  const errors = useQuery({
    ...query('GET /requests/errors', { query: filter }),
    // As the list does.
    placeholderData: keepWithin({ query: filter }),
    refetchInterval: 15_000,
  });
  const list = useList('GET /requests', { query: filter }, { poll: 15_000 });
  const names = new Map(keys.data?.data.map((key) => [key.id, key.name || key.hint]));
  const filtered = [status, code, route, key].some((value) => value);
  const bar = (
    <FilterBar label="Filter the requests">
      <FilterSelect filters={filters} name="span" label="Time" />
      <FilterSelect filters={filters} name="status" label="Result" all="All results" />
      <FilterSelect
        filters={filters}
        name="route"
        label="Operation"
        options={withAll('All operations', errors.data?.routes, route)}
      />
      <FilterSelect
        filters={filters}
        name="key"
        label="Key"
        options={[{ value: '', label: 'All keys' }, ...[...names].map(([value, label]) => ({ value, label }))]}
      />
      {code && <OnlyButton text={code} onClear={() => set({ code: '' })} />}
    </FilterBar>
  );
  return (
    <>
      <PageHead
        intro="Every call with a key in the last seven days. A call shows up within a second."
        actions={<FindRequest />}
      />
      <ListPage
        title="Requests"
        intro="Newest first."
        label="Requests"
        // Both at once: a late panel would push the other down.
        list={errors.isLoading ? { ...list, rows: undefined, isFetching: true } : list}
        filters={bar}
        onClear={filtered ? () => set({ status: '', code: '', route: '', key: '' }) : undefined}
        none={
          <>
            {bar}
            <EmptyPanel
              icon={ListTree}
              title="No requests in this period"
              text="Make a call with your API key. Its response has a Service-Request-Id header that you can search for here."
              snippet={{
                label: 'A first call',
                code: `curl -i '${base}/events?limit=2' -H 'Authorization: Bearer <YOUR_KEY>'`,
              }}
            />
          </>
        }
        empty="No requests match these filters."
        sums={
          errors.error ? (
            <LoadFailed error={errors.error} onRetry={errors.refetch} />
          ) : (
            <ErrorsPanel groups={errors.data?.groups} onChoose={set} />
          )
        }
        keyOf={({ id }) => id}
        columns={[
          { title: 'Status', phone: 2, cell: (row) => <StatusBadge status={row.status} /> },
          {
            title: 'Request',
            kind: 'text',
            phone: 1,
            cell: ({ id, method, route: path }) => (
              <AnchorLink to="/requests/$id" params={{ id }} size="sm">
                {`${method} ${path}`}
              </AnchorLink>
            ),
          },
          { title: 'Problem', phone: 3, cell: (row) => <ProblemLink code={row.code} /> },
          { title: 'Duration', kind: 'number', cell: ({ ms }) => milliseconds(ms) },
          { title: 'Key', kind: 'text', cell: ({ key_id: id }) => names.get(id) ?? id },
          { title: 'Time', phone: 4, cell: ({ at }) => <DateText at={at} show="time" /> },
        ]}
      />
    </>
  );
}

/** Goes to the page of a request by its id, as answers and support name it. */
function FindRequest() {
  const [id, setId] = useState('');
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Pasted with what stood around it: `"request_id": "req_…"`.
    const found = /req_[\w-]+/.exec(id)?.[0] ?? id.trim();
    if (found) void navigate({ to: '/requests/$id', params: { id: found } });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label="Request ID"
          placeholder="req_…"
          size="xs"
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Find
        </Button>
      </Group>
    </form>
  );
}
