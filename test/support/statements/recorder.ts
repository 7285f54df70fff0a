import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Sql } from '../../../src/platform/database/database.js';

const STUCK_MS = 10_000;

export interface Column {
  name: string;
  /** Oid of its type. */
  type: number;
  /** Oid of its table and number in it; 0: an expression. */
  table: number;
  number: number;
}

export interface Recorded {
  file: string;
  /** As {@link Site.text}. */
  text: string;
  columns?: Column[];
  failure?: string;
}

/** A database that describes statements and executes none. Each answers as many rows of samples as `answers.rows` says. */
export function recordStatements(sql: Sql, root: string) {
  const statements = new Map<string, Recorded>();
  /** File and text of every statement and fragment that was made. */
  const seen = new Set<string>();
  /** `isStuck`: the client threw while it built a statement, and its connection is of no more use. */
  const answers = { rows: 1, isStuck: false };
  const texts = new WeakMap<object, string>();
  /** Whole statements of queries, with the types of their parameters. */
  const wholes = new WeakMap<object, string>();
  /** By the strings of a template, which are the same object at each call, or by the text of `unsafe`. */
  const files = new Map<unknown, string>();

  const hook = (query: postgres.PendingQuery<postgres.Row[]>, site: unknown, text: string, whole: string) => {
    const file = files.get(site) ?? callerIn(root);
    files.set(site, file);
    seen.add(`${file}\n${text}`);
    texts.set(query, text);
    wholes.set(query, whole);
    const key = `${file}\n${whole}`;
    let raw = false;
    const describe = async () => {
      const known = statements.get(key)?.columns;
      const stuck = pause(STUCK_MS, null, { ref: false });
      const columns = known ?? (await Promise.race([describeQuery(query), stuck]));
      answers.isStuck ||= columns === null;
      if (!columns) throw new Error('the client did not send it');
      statements.set(key, { file, text, columns });
      const row = Object.fromEntries(columns.map(({ name, type }) => [name, sampleOf(type)]));
      const answered = raw ? Object.values(row).map((value) => Buffer.from(String(value))) : row;
      return Object.assign(Array(answers.rows).fill(answered), { count: answers.rows });
    };
    const answer = async () => {
      try {
        return await describe();
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        statements.set(key, { file, text, failure });
        throw error;
      }
    };
    return Object.assign(query, {
      // biome-ignore lint/suspicious/noThenProperty: the client's queries have one.
      then: (resolve: (value: unknown) => unknown, reject: (error: unknown) => unknown) =>
        answer().then(resolve, reject),
      catch: (reject: (error: unknown) => unknown) => answer().catch(reject),
      finally: (end: () => void) => answer().finally(end),
      raw: () => {
        raw = true;
        return query;
      },
      execute: () => query,
    });
  };

  const tag = (first: TemplateStringsArray | unknown, ...rest: never[]) => {
    const query = (sql as unknown as (...all: unknown[]) => postgres.PendingQuery<postgres.Row[]>)(first, ...rest);
    if (!Array.isArray(first) || !('raw' in first)) return query;
    const strings = (first as unknown as TemplateStringsArray).raw;
    const values = (rest as unknown[]).map((value) => wholes.get(value as object) ?? typeName(value));
    return hook(query, first, strings.join(' … '), String.raw({ raw: strings }, ...values));
  };
  const inTransaction = (...all: unknown[]) => (all.at(-1) as (tx: unknown) => unknown)(tag);
  const database = Object.assign(tag, sql, {
    unsafe: (text: string, parameters: never[] = [], options = {}) =>
      hook(sql.unsafe(text, parameters, options), text, 'unsafe', text),
    begin: inTransaction,
    savepoint: inTransaction,
  });
  const textOf = (query: object) => texts.get(query) ?? '';
  return { database: database as unknown as Sql, statements, seen, answers, textOf };
}

function describeQuery(query: postgres.PendingQuery<postgres.Row[]>): Promise<Column[]> {
  const { then } = Object.getPrototypeOf(query);
  return new Promise<{ columns: Column[] }>((resolve, reject) => {
    then.call(query.describe(), resolve, reject);
  }).then(({ columns }) => columns);
}

/** The class of a value, from which the client derives the parameter's type. Names and lists are written into the statement by value. */
function typeName(value: unknown): string {
  if (value === null || typeof value !== 'object') return typeof value;
  const { name } = value.constructor;
  return ['Date', 'Buffer', 'Array'].includes(name) ? name : JSON.stringify(value);
}

/** The file of ours that called, as a path in the repository. */
function callerIn(root: string): string {
  const frames = new Error().stack?.split('\n') ?? [];
  const frame = frames.find(
    (line) => line.includes(`${root}/`) && !line.includes('/test/') && !line.includes('/node_modules/'),
  );
  return frame?.match(/\/((?:src|worker|api|activities)\/[^:]+\.ts)/)?.[1] ?? '';
}

function sampleOf(type: number): unknown {
  if (type === 16) return true;
  if ([20, 21, 23, 700, 701].includes(type)) return 1;
  if (type === 1184 || type === 1114) return new Date('2026-06-01T12:00:00Z');
  if (type === 17) return Buffer.from('x');
  if (type === 114 || type === 3802) return {};
  if ([1005, 1007, 1009, 1016, 1022].includes(type)) return [];
  return '2026-06-01';
}
