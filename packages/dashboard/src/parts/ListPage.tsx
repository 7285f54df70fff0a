import { Button, Group, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, DataTable } from './DataTable.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { LogEnd } from './LogEnd.tsx';
import type { List } from './list.ts';
import { Panel } from './Panel.tsx';

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string;
  list: List<Row>;
  columns: Column<Row>[];
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
