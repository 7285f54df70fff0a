import { Skeleton, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Clip } from './Clip.tsx';
import classes from './DataTable.module.css';
import { Panel, type PanelProps } from './Panel.tsx';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /**
   * Values (amounts, dates, ids, addresses, states) never break. `number`: the same, and digits stand under each other. `text`: names and
   * whatever partners write; it is cut when it does not fit (`Clip.tsx`). `prose`: sentences, which may have several lines.
   */
  kind?: 'value' | 'number' | 'text' | 'prose';
  /** How many times as wide as the other columns that share the rest of the width. */
  wide?: number;
  /** On a phone, a row has the columns with a place alone: 1 and 2 on its first line, 3 and 4 on its second. */
  phone?: 1 | 2 | 3 | 4;
  /** The title is for who cannot see that the column holds buttons. */
  hideTitle?: boolean;
}

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string;
  /** False: left out. */
  columns: readonly (Column<Row> | false)[];
  rows: Row[] | undefined;
  keyOf: (row: Row) => string;
  /** On a phone, each row is a block with all columns, also where columns have a place. */
  whole?: boolean;
  /** Said in its place when there are no rows. */
  empty?: ReactNode;
}

/**
 * A table; on a phone each row is a block of lines, a title and a value each. While `rows` is undefined it shows bones.
 * The roles are set explicitly: browsers drop them where a table is laid out as something else.
 */
export function DataTable<Row>({ label, rows, keyOf, whole = false, empty, ...given }: Props<Row>) {
  const { box, isWide } = useOverflow();
  const columns = given.columns.filter((column) => column !== false);
  if (rows?.length === 0 && empty !== undefined) {
    return (
      <Text component="div" px="lg" py="md" role="status">
        {empty}
      </Text>
    );
  }
  const isBrief = !whole && columns.some(({ phone }) => phone !== undefined);
  const share = ({ kind, wide = 1 }: Column<Row>) => (kind === 'text' || kind === 'prose' ? wide : 0);
  const shares = columns.reduce((sum, column) => sum + share(column), 0);
  return (
    <div ref={box} className={classes.box} {...(isWide && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table
        role="table"
        className={classes.table}
        data-brief={isBrief || undefined}
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                role="columnheader"
                key={column.title}
                scope="col"
                data-kind={column.kind ?? 'value'}
                style={share(column) > 0 ? { width: `${(100 * share(column)) / shares}%` } : undefined}
              >
                <span className={column.hideTitle ? classes.hidden : undefined}>{column.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows?.map((row) => (
            <tr role="row" key={keyOf(row)}>
              {columns.map(({ title, cell, kind = 'value', hideTitle, phone }) => (
                <td
                  role="cell"
                  key={title}
                  data-kind={kind}
                  data-phone={phone}
                  data-label={hideTitle ? undefined : title}
                >
                  {kind === 'text' ? <Clip>{cell(row)}</Clip> : <span className={classes.value}>{cell(row)}</span>}
                </td>
              ))}
            </tr>
          )) ?? <Bones columns={columns.length} />}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
}

interface TablePanelProps<Row> extends Omit<Props<Row>, 'label'>, Pick<PanelProps, 'title' | 'intro' | 'actions'> {
  /** The table's name for screen readers, if it is not the title. */
  label?: string;
}

/** A table under its own heading. */
export function TablePanel<Row>({ title, intro, actions, label = title ?? '', ...table }: TablePanelProps<Row>) {
  return (
    <Panel title={title} intro={intro} actions={actions} flush>
      <DataTable label={label} {...table} />
    </Panel>
  );
}

/** The figures of a chart, folded below it. */
export function FoldedTable<Row>(props: Props<Row>) {
  return (
    <details className={classes.folded}>
      <summary>Show as a table</summary>
      <DataTable {...props} />
    </details>
  );
}

/** Whether a box scrolls sideways: too many amounts for a narrow window. */
function useOverflow() {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return { box, isWide };
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

/** Under a report that has more rows than its page shows. */
export function FirstRows() {
  return (
    <Text px="lg" py="md" size="sm">
      These are the first 500 rows. Filter them, or download all as CSV.
    </Text>
  );
}
