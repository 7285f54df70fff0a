import { Button, Center, Group, Skeleton, Stack } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { isProblem } from '../api/problem.ts';
import { type Column, DataTable } from './DataTable.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import type { List } from './list.ts';
import { Panel } from './Panel.tsx';
import { ProblemText } from './ProblemText.tsx';

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Above everything, from the beginning: they never move. */
  filters?: ReactNode;
  /** Takes all filters away; undefined while none is set. */
  onClear?: (() => void) | undefined;
  /** Shown in place of everything while there is nothing and no filter. */
  none?: ReactNode;
  /** Said while nothing matches the filters. */
  empty: string;
  /** Between the filters and the list: sums of it. */
  sums?: ReactNode;
  /** The panel's title. */
  title?: string;
  intro?: ReactNode;
}

/**
 * A list with its filters, sums, table, pages, empty state and failures. The filters always stay, because a filter may be the cause of a
 * failure. Rows stay when a refresh fails. The sums appear together with the rows.
 */
export function ListPage<Row>({ list, filters, onClear, none, sums, ...panel }: Props<Row>) {
  const { rows, error, refetch } = list;
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData && !list.hasNextPage;
  if (isEmpty && !onClear && !error && none !== undefined) return none;
  const failed = error && !list.isFetchNextPageError && <LoadFailed error={error} onRetry={refetch} />;
  return (
    <>
      {filters}
      {failed}
      {/* Nothing is read while a filter is wrong. */}
      {rows === undefined && list.isFetching && <Skeleton h={480} radius="lg" />}
      {rows !== undefined && (
        <>
          {sums}
          <Rows {...panel} list={list} onClear={onClear} />
        </>
      )}
    </>
  );
}

function Rows<Row>({ label, list, columns, keyOf, onClear, empty, title, intro }: Omit<Props<Row>, 'filters'>) {
  return (
    <Panel title={title} intro={intro} flush>
      <DataTable
        label={label}
        rows={list.rows}
        keyOf={keyOf}
        columns={columns}
        empty={
          <Group gap="sm">
            {list.hasNextPage ? 'No match among the newest. Looking further back.' : empty}
            {onClear && (
              <Button size="xs" variant="default" onClick={onClear}>
                Clear the filters
              </Button>
            )}
          </Group>
        }
      />
      <LogEnd list={list} />
    </Panel>
  );
}

/** Asks for the next page when the end of the list comes into view, or when pressed. */
function LogEnd({ list }: { list: List<unknown> }) {
  const { hasNextPage: more, isFetchingNextPage: loading, isFetchNextPageError: failed, error } = list;
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const seen = entry?.isIntersecting === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another object at each drawing
  useEffect(() => {
    if (seen && more && !loading && !failed) list.fetchNextPage();
  }, [seen, more, loading, failed]);
  if (!more) return null;
  // A cursor that is too old: the list begins anew.
  const stale = failed && isProblem(error, 'invalid_cursor');
  return (
    <Center ref={ref} p="md">
      <Stack gap="xs" align="center">
        {failed && (
          <ProblemText error={error} refused={stale ? 'This list has changed since you opened it.' : undefined} />
        )}
        <Button
          variant="default"
          size="xs"
          loading={loading}
          onClick={() => (stale ? list.refetch() : list.fetchNextPage())}
        >
          {failed ? 'Try again' : 'Show more'}
        </Button>
      </Stack>
    </Center>
  );
}
