import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { connectDatabase, type Queryable, type Sql, type Transaction } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { median, report } from './report.js';
import { timed } from './run.js';

/** Two databases of one server, both migrated and otherwise empty. */
export interface TwoDatabases {
  few: Context;
  many: Context;
  /** A connection to the second without a limit on the time of statements. */
  filling: Sql;
  close(): Promise<void>;
}

/** Kept in `.cache` under this name: a run that was ended goes on where it was. */
export async function openTwoDatabases(name: string): Promise<TwoDatabases> {
  const folder = join(projectRoot(), '.cache', `bench-${name}`);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const url = new URL(server.url);
  url.pathname = '/many';
  const open = (address: string) => {
    const environment = {
      DATABASE_URL: address,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
    };
    return createContext(readConfig(environment), { name: 'bench' });
  };
  const few = open(server.url);
  const there = await few.sql`SELECT FROM pg_database WHERE datname = 'many'`;
  if (there.length === 0) await few.sql`CREATE DATABASE many`;
  const many = open(url.href);
  for (const { sql } of [few, many]) {
    await migrate(sql);
    await sql`CREATE TABLE IF NOT EXISTS bench_done (step text PRIMARY KEY)`;
  }
  const filling = connectDatabase({ url: url.href, pool: 1, statementTimeoutMs: 0, name: 'bench' });
  return {
    few,
    many,
    filling,
    async close() {
      await filling.end();
      await Promise.all([closeContext(few), closeContext(many)]);
      await server.stop();
      console.log(`what was measured is kept in ${folder}; delete it when you need it no more`);
    },
  };
}

/** Does a step of filling once, all of it or nothing. */
export async function once(sql: Sql, step: string, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const done = await sql`SELECT FROM bench_done WHERE step = ${step}`;
  if (done.length > 0) return;
  await sql.begin(async (tx) => {
    await work(tx);
    await tx`INSERT INTO bench_done (step) VALUES (${step})`;
  });
}

interface Index {
  name: string;
  leftOut: string;
  made: string;
}

/** The indexes of the tables, without primary keys. */
const indexesOf = (sql: Queryable, tables: readonly string[]) => sql<Index[]>`
  SELECT i.indexrelid::regclass::text AS name,
         CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
              ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS left_out,
         CASE WHEN c.oid IS NULL THEN replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
              ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS made
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
   WHERE i.indrelid = ANY (${tables as string[]}::regclass[]) AND NOT i.indisprimary`;

/**
 * Fills tables of the second database in parts, without their indexes; primary keys stay, as rows come in their order.
 * References are not checked; the caller makes sure that they exist.
 */
export async function fillTables(
  { few, filling }: TwoDatabases,
  tables: readonly string[],
  { rows, part }: { rows: number; part: number },
  fill: (tx: Transaction, first: number, last: number) => Promise<unknown>,
): Promise<void> {
  const step = tables.join();
  await once(filling, step, async (tx) => {
    for (const { leftOut } of await indexesOf(tx, tables)) await tx.unsafe(leftOut);
  });
  for (let first = 1; first <= rows; first += part) {
    await once(filling, `${step} ${first}`, async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await fill(tx, first, Math.min(rows, first + part - 1));
      console.log(`  ${tables.at(-1)}: ${Math.min(100, Math.round((100 * (first + part - 1)) / rows))} %`);
    });
  }
  const there = new Set((await indexesOf(filling, tables)).map(({ name }) => name));
  for (const { name, made } of await indexesOf(few.sql, tables)) {
    if (!there.has(name)) await filling.unsafe(made);
  }
  // As autovacuum leaves them within minutes.
  await filling.unsafe(`VACUUM ANALYZE ${step}`);
}

/** How many rows a statement makes. */
export interface RowsToMake {
  /** They are numbered from 1, the oldest first. */
  first: number;
  last: number;
  /** How many there are in all: they come evenly in the days. */
  of: number;
}

export type Question = (ctx: Context) => Promise<unknown>;

/** This many milliseconds before now. */
export const ago = (ctx: Context, ms: number) => new Date(ctx.clock.now().getTime() - ms);

/** The subjects in the database of the question. */
export function inDatabase<T>(found: ReadonlyMap<Context, T>, ctx: Context): T {
  const one = found.get(ctx);
  if (one === undefined) throw new Error('nothing was found in this database');
  return one;
}

/** The time of a question must not grow by more. */
const AT_MOST = 2;
const TURNS = 25;
const LONGEST_MS = 15_000;

const TAKEN_BACK = new Error('taken back');

/** A question that changes something: it is rolled back, so that each turn finds the same. */
export function takenBack(work: (ctx: Context, tx: Queryable) => Promise<unknown>): Question {
  return async (ctx) => {
    await ctx.sql
      .begin(async (tx) => {
        await work(ctx, tx);
        throw TAKEN_BACK;
      })
      .catch((error: unknown) => {
        if (error !== TAKEN_BACK) throw error;
      });
  };
}

/** Asks the second database alone, and reports how long that takes, in milliseconds. */
export async function measure(
  { many }: TwoDatabases,
  questions: Record<string, Question>,
  atMost: number,
): Promise<void> {
  for (const [name, ask] of Object.entries(questions)) {
    const took: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) took.push(await timed(() => ask(many)));
    report(name, median(took.slice(1)), { atMost }, 'ms');
  }
}

/** Asks both databases in turns, and reports the ratio of what that takes. */
export async function compare({ few, many }: TwoDatabases, questions: Record<string, Question>): Promise<void> {
  for (const [name, ask] of Object.entries(questions)) {
    const took: [number, number][] = [];
    const until = performance.now() + LONGEST_MS;
    // The first turns warm up: after five, Postgres may plan a statement once for all values.
    for (let turn = -7; turn < TURNS && performance.now() < until; turn += 1) {
      const pair: [number, number] = [await timed(() => ask(few)), await timed(() => ask(many))];
      if (turn >= 0 || performance.now() >= until) took.push(pair);
    }
    const [without, within] = [median(took.map(([one]) => one)), median(took.map(([, other]) => other))];
    report(name, within / without, { atMost: AT_MOST }, `${without.toFixed(2)} and ${within.toFixed(2)} ms`);
  }
}
