/** The first row of a query; null when there is none. */
export async function firstRow<Row>(query: PromiseLike<readonly Row[]>): Promise<Row | null> {
  return (await query)[0] ?? null;
}

/** The one column of a query, row by row. */
export async function columnValues<Row extends object>(query: PromiseLike<readonly Row[]>): Promise<Row[keyof Row][]> {
  return (await query).map((row) => Object.values(row)[0]);
}

/** The one column of the first row; null when there is no row. */
export async function firstValue<Row extends object>(
  query: PromiseLike<readonly Row[]>,
): Promise<Row[keyof Row] | null> {
  return (await columnValues(query))[0] ?? null;
}

/** The same for a count or a sum: 0 when there is no row. */
export async function firstNumber(query: PromiseLike<readonly Record<string, number | null>[]>): Promise<number> {
  return (await firstValue(query)) ?? 0;
}

type Written = PromiseLike<{ count: number }>;

/** How many rows a statement wrote, or a query found. */
export async function countRows(statement: Written): Promise<number> {
  return (await statement).count;
}

/** Whether a statement wrote exactly one row, or a query found exactly one. */
export async function isOneRow(statement: Written): Promise<boolean> {
  return (await countRows(statement)) === 1;
}
