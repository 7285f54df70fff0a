import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/core/group-by.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Sql } from '../../src/platform/database/database.js';
import { readSchema, type SchemaColumn, type SchemaTable } from './schema-catalog.js';

const MIGRATIONS = join(projectRoot(), 'src/platform/database/migrations');

const INTRODUCTION = `<!-- Made by \`npm run schema-doc\` and checked by test/docs/schema.test.ts. -->

# The tables

A section a capability, in the order of the [migrations](../src/platform/database/migrations), which have every column, constraint and
index. An arrow leads to the tables that a table refers to. In psql, \`\\d+ orders\` shows its comments in full.`;

/** docs/schema.md, from a migrated database and the comments in it: a line for each table. */
export async function schemaDocument(sql: Sql): Promise<string> {
  const tables = await readSchema(sql);
  const sections = [...capabilities()].map(([capability, names]) => {
    const own = names.flatMap((name) => tables.find((table) => table.name === name) ?? []);
    return [`## ${capability[0]?.toUpperCase()}${capability.slice(1)}`, own.map(lineOf).join('\n')].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function lineOf({ name, comment, columns }: SchemaTable): string {
  const targets = new Set(columns.flatMap((column) => targetOf(column) ?? []));
  const [firstSentence] = comment?.split(/(?<=\.) /, 1) ?? [];
  return `- \`${name}\`${targets.size > 0 ? ` → ${[...targets].join(', ')}` : ''}: ${firstSentence}`;
}

/** The tables that each capability's migrations create and no later one drops, by the word after the file's number. */
export function capabilities(): Map<string, string[]> {
  const migrations = readdirSync(MIGRATIONS)
    .sort()
    .map((file) => ({ file, text: readFileSync(join(MIGRATIONS, file), 'utf8') }));
  const named = (text: string, statement: RegExp) => [...text.matchAll(statement)].map(([, name]) => String(name));
  const dropped = new Set(migrations.flatMap(({ text }) => named(text, /^DROP TABLE (\w+)/gm)));
  const tables = migrations.flatMap(({ file, text }) =>
    named(text, /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gm)
      .filter((name) => !dropped.has(name))
      .map((name) => ({ name, capability: /^\d{4}_([a-z]+)/.exec(file)?.[1] ?? '' })),
  );
  const groups = groupBy(tables, ({ capability }) => capability);
  return new Map([...groups].map(([capability, own]) => [capability, own.map(({ name }) => name)]));
}

/** The table that a column points to: by a foreign key, or by a comment that begins with "Refers to". */
export function targetOf({ foreignTable, comment }: SchemaColumn): string | undefined {
  return foreignTable ?? /^Refers to (\w+)/.exec(comment ?? '')?.[1];
}
