import postgres from 'postgres';

/**
 * Rows as the text of a JSON array for `json_populate_recordset(NULL::table, …::text::json)`: members by the names of columns, in
 * which bytes stand as Postgres writes them. So a statement has one parameter, however many rows there are.
 */
export function recordset(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          postgres.fromCamel(name),
          Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
        ]),
      ),
    ),
  );
}
