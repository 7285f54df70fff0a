import postgres from 'postgres';

/** Rows as one JSON parameter for `json_populate_recordset(NULL::table, …::text::json)`; bytes in Postgres's text form. */
export function recordset(rows: readonly object[]): string {
  return JSON.stringify(rows.map(toColumns));
}

/** One row, for `json_to_record(…::text::json)`. */
export function recordOf(row: object): string {
  return JSON.stringify(toColumns(row));
}

function toColumns(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      postgres.fromCamel(name),
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
}
