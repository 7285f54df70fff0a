import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/core/group-by.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Sql } from '../../src/platform/database/database.js';
import { readSchema, type SchemaColumn, type SchemaTable } from './schema-catalog.js';

const MIGRATIONS = join(projectRoot(), 'src/platform/database/migrations');

const INTRODUCTION = `<!-- Made by \`npm run schema-doc\` and checked by test/docs/schema.test.ts. -->

# The tables

One diagram a capability, in the order of the [migrations](../src/platform/database/migrations), which say the rest: every column,
constraint and index. The diagrams show keys and relations only. A solid line is a foreign key; a dotted line is a reference that no
constraint guards. A table without columns belongs to another diagram. In psql, \`\\d+ orders\` shows the comments of a table.`;

/** docs/schema.md, from a migrated database and the comments in it. */
export async function schemaDocument(sql: Sql): Promise<string> {
  const tables = await readSchema(sql);
  const sections = [...capabilities()].map(([capability, names]) => {
    const own = names.flatMap((name) => tables.find((table) => table.name === name) ?? []);
    const list = own.map(({ name, comment }) => `- \`${name}\`: ${comment}`);
    return [
      `## ${capability[0]?.toUpperCase()}${capability.slice(1)}`,
      `\`\`\`mermaid\n${diagramOf(own)}\n\`\`\``,
      list.join('\n'),
    ].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
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

function diagramOf(tables: readonly SchemaTable[]): string {
  const entities = tables.map(({ name, columns }) => {
    const keys = columns.filter((column) => marksOf(column) !== '');
    return [`  ${name} {`, ...keys.map((column) => `    ${wordOf(column)} ${column.name} ${marksOf(column)}`), '  }'];
  });
  const relations = tables.flatMap(({ name, columns }) =>
    columns.filter(targetOf).map((column) => `  ${targetOf(column)} ${lineOf(column)} ${name} : ${column.name}`),
  );
  return ['erDiagram', ...entities.flat(), ...relations].join('\n');
}

function marksOf(column: SchemaColumn): string {
  const marks = [
    ...(column.isPrimary ? ['PK'] : []),
    ...(targetOf(column) ? ['FK'] : []),
    ...(column.isUnique && !column.isPrimary ? ['UK'] : []),
  ];
  return marks.join(', ');
}

/** From the referenced table to the referencing one. */
function lineOf(column: SchemaColumn): string {
  return `${column.nullable ? '|o' : '||'}${column.foreignTable ? '--' : '..'}${column.isUnique ? 'o|' : 'o{'}`;
}

/** Mermaid takes one word as a type. */
function wordOf({ type }: SchemaColumn): string {
  return type.replace('timestamp with time zone', 'timestamptz').replaceAll(' ', '_');
}
