import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand under each other's digits. */
  numeric?: boolean;
  /** The title is for who cannot see that the column holds buttons. */
  hideTitle?: boolean;
}

interface Props<Row> {
  /** What the table holds, for who cannot see the heading above it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  keyOf: (row: Row) => string;
  /** Said in its place when there are no rows. */
  empty?: ReactNode;
}

/**
 * A table; on a phone each row is a block of lines, a title and a value each. While `rows` is undefined it shows bones. The
 * roles are told once more: browsers forget them where a table is laid out as something else.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, empty }: Props<Row>) {
  if (rows?.length === 0 && empty !== undefined) {
    return (
      <Text px="lg" py="md" role="status">
        {empty}
      </Text>
    );
  }
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" className={classes.table} aria-label={label} aria-busy={rows === undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, numeric, hideTitle }) => (
            <th role="columnheader" key={title} scope="col" data-numeric={numeric || undefined}>
              <span className={hideTitle ? classes.hidden : undefined}>{title}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows?.map((row) => (
          <tr role="row" key={keyOf(row)}>
            {columns.map(({ title, cell, numeric, hideTitle }) => (
              <td
                role="cell"
                key={title}
                data-numeric={numeric || undefined}
                data-label={hideTitle ? undefined : title}
              >
                <span className={classes.value}>{cell(row)}</span>
              </td>
            ))}
          </tr>
        )) ?? <Bones columns={columns.length} />}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function Bones({ columns }: { columns: number }) {
  return [1, 2, 3].map((row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton h={16} w={`${90 - row * 15}%`} />
      </td>
    </tr>
  ));
}
