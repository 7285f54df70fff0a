import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../config/project-root.js';
import type { Queryable, Sql } from './database.js';
import { schemaComments } from './schema-comments.js';

/** Any fixed number: concurrent migrations wait for each other on it. */
const MIGRATION_LOCK = 7_301_001;

export interface MigrationResult {
  /** File names applied by this call, in order. */
  applied: string[];
}

/** The database was migrated by other files than these. */
export class MigrationMismatch extends Error {
  override name = 'MigrationMismatch';

  /** @param madeBy `another`: a file was edited after it had been applied. */
  constructor(
    readonly madeBy: 'older' | 'newer' | 'another',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Applies the numbered files of `src/platform/database/migrations` that this database has not seen, each in its own
 * transaction, while other processes work: it waits at most half a second for a lock.
 *
 * @throws {MigrationMismatch} when an applied file was edited afterwards, or when this version does not know an applied
 * file.
 * @throws {Error} when there are no migrations in the folder, or one fails.
 */
export async function migrate(sql: Sql, folder = migrationsFolder()): Promise<MigrationResult> {
  const files = await migrationFiles(folder);
  const connection = await sql.reserve();
  try {
    await connection`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await connection`CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
    const seen = new Map(
      (await connection<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_migrations`).map(
        (row) => [row.name, row.checksum],
      ),
    );
    const [first = ''] = files;
    const isOlder = seen.size > 0 && seen.get(first) !== migrationSum(await readFile(join(folder, first), 'utf8'));
    const unknown = [...seen.keys()].filter((name) => !files.includes(name));
    if (isOlder || unknown.length > 0) throw await explainMismatch(connection, isOlder, unknown);

    const applied: string[] = [];
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8');
      const recorded = seen.get(name);
      if (recorded === undefined) {
        await apply(connection, name, text);
        applied.push(name);
      } else if (recorded !== migrationSum(text)) {
        throw new MigrationMismatch('another', `Migration ${name} was changed after it had been applied`);
      }
    }
    return { applied };
  } finally {
    await connection`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {});
    connection.release();
  }
}

/** A waiting migration blocks all later statements on the table: it gives up soon, and tries again for five minutes. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_TRIES = 200;
const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

const UNDEFINED_TABLE = '42P01';

/** First line of a migration that runs outside a transaction, such as an index build. It must be restartable anywhere. */
const ONE_BY_ONE = '-- one by one';

async function apply(connection: Sql, name: string, text: string): Promise<void> {
  const record = `INSERT INTO schema_migrations (name, checksum) VALUES ('${name}', '${migrationSum(text)}')`;
  const comments = schemaComments(text);
  if (!text.startsWith(ONE_BY_ONE)) return runTogether(connection, [text, ...comments, record].join('\n;'));
  for (const statement of [...text.split(/;\s*$/m), ...comments, record]) {
    if (/\bCONCURRENTLY\b/.test(statement)) await connection.unsafe(statement);
    else await runTogether(connection, statement);
  }
}

/** Runs statements in a transaction that does not wait long for a lock. */
async function runTogether(connection: Sql, statements: string): Promise<void> {
  const transaction = `BEGIN;\nSET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS};\n${statements}\n;\nCOMMIT;`;
  for (let tries = 1; ; tries += 1) {
    try {
      await connection.unsafe(transaction);
      return;
    } catch (error) {
      await connection.unsafe('ROLLBACK');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/** The sum of a migration without its lines of comment, which may be reworded. */
export function migrationSum(text: string): string {
  const statements = text.replace(/^\s*--.*\n|^\s*\n| -- .*$/gm, '');
  return createHash('sha256').update(statements).digest('hex');
}

/** This version's migrations that a database lacks. Those of later versions are no obstacle: this version ignores additions. */
export async function findMissingMigrations(sql: Queryable): Promise<string[]> {
  const files = await migrationFiles(migrationsFolder());
  const applied = await sql<{ name: string }[]>`SELECT name FROM schema_migrations`.catch(
    (error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return [];
      throw error;
    },
  );
  const names = new Set(applied.map(({ name }) => name));
  return files.filter((name) => !names.has(name));
}

const migrationsFolder = () => join(projectRoot(), 'src/platform/database/migrations');

/** Every version since 1.0.0 has the first file unchanged, so another first file was made by an earlier build. */
async function explainMismatch(sql: Sql, isOlder: boolean, unknown: string[]): Promise<MigrationMismatch> {
  const [row] = await sql<{ name: string }[]>`SELECT current_database() AS name`;
  const database = `The database "${row?.name}" was made by`;
  return isOlder
    ? new MigrationMismatch(
        'older',
        `${database} a build before version 1.0.0 of Partner Events, which cannot be migrated: use a new, empty database.`,
      )
    : new MigrationMismatch(
        'newer',
        `${database} a newer version of Partner Events, with migrations that this one does not know: ` +
          `${unknown.sort().join(', ')}. Use that version.`,
      );
}

async function migrationFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  // Without them every database would look newer than this code.
  if (files.length === 0) throw new Error(`There are no migrations in ${folder}`);
  return files;
}
