import type { Sql } from '../../src/platform/database/database.js';

export interface SchemaColumn {
  name: string;
  foreignTable: string | null;
  comment: string | null;
}

export interface SchemaTable {
  name: string;
  comment: string | null;
  columns: SchemaColumn[];
}

/** The tables of a migrated database, by name, with their columns in order. */
export async function readSchema(sql: Sql): Promise<SchemaTable[]> {
  const tables = await sql<{ name: string; comment: string | null }[]>`
    SELECT relname AS name, obj_description(oid, 'pg_class') AS comment FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY relname`;
  const columns = await sql<(SchemaColumn & { table: string })[]>`
    SELECT c.relname AS table, a.attname AS name,
           (SELECT f.relname FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
             WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)) AS foreign_table,
           col_description(c.oid, a.attnum) AS comment
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
     ORDER BY c.relname, a.attnum`;
  return tables.map(({ name, comment }) => ({
    name,
    comment,
    columns: columns.filter(({ table }) => table === name),
  }));
}
