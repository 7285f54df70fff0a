/**
 * Turns the comments of a migration into `COMMENT ON` statements, so that `psql` and docs/schema.md show them and the
 * file states each one once. A comment above `CREATE TABLE` or `CREATE FUNCTION` describes the table or function. Inside
 * the table, a comment behind a column or on the lines above it describes the column.
 */
export function schemaComments(migration: string): string[] {
  const statements: string[] = [];
  const comment = (subject: string, lines: readonly string[]) => {
    if (lines.length > 0) statements.push(`COMMENT ON ${subject} IS '${lines.join(' ').replaceAll("'", "''")}'`);
  };
  let table: string | undefined;
  let above: string[] = [];
  for (const line of migration.split('\n')) {
    const [, alone] = /^\s*-- (.*)$/.exec(line) ?? [];
    if (alone !== undefined) {
      above.push(alone);
      continue;
    }
    const [, kind, name] = /^CREATE (?:UNLOGGED )?(TABLE|FUNCTION) (\w+)/.exec(line) ?? [];
    const [, column, behind] = /^ {2}([a-z_\d]+) .*?(?: -- (.*))?$/.exec(line) ?? [];
    if (kind === 'TABLE') table = name;
    else if (line.startsWith(')')) table = undefined;
    if (name) comment(`${kind} ${name}`, above);
    else if (table && column) comment(`COLUMN ${table}.${column}`, behind === undefined ? above : [...above, behind]);
    above = [];
  }
  return statements;
}
