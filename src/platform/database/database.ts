import postgres from 'postgres';

/** Whole numbers of eight bytes (money, sequences) arrive as numbers, calendar dates as `YYYY-MM-DD`. */
type Types = { bigint: number; calendarDate: string };

export type Sql = postgres.Sql<Types>;
/** A connection inside a transaction. */
export type Transaction = postgres.TransactionSql<Types>;
/** The pool or a transaction: store functions take either. */
export type Queryable = Sql | Transaction;
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface DatabaseOptions {
  url: string;
  /** The URL leads to a pooler, which takes no settings with a connection: `migrate` gives them to the role. */
  pooled?: boolean;
  /** Maximum connections of this process. */
  pool: number;
  statementTimeoutMs: number;
  /** Shown in `pg_stat_activity`, so that an operator sees who holds a connection. */
  name: string;
  /** Plans each prepared statement once, for all values of its parameters: for statements written to be planned so. */
  planOnce?: boolean;
  /** Statements sent before the first answer; absent: no limit. Answers keep the order, so quick ones wait for slow ones. */
  pipelined?: number;
}

/** A `bigint` that a JavaScript number can represent exactly; larger ones throw. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be exact`);
  return value;
}

const LONGEST_BACKOFF_S = 1;

/** Seconds. The client counts failures for the whole pool and would wait up to 20 although another server has taken over. */
function backoff(retries: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** retries / 100, LONGEST_BACKOFF_S);
}

/**
 * The one row case: a column comes back by its name in camelCase (`starts_at` is `startsAt`), so that no query renames
 * one by an alias. The client's helper for rows, `tx({ startsAt })` after `INSERT INTO table` or `UPDATE table SET`,
 * writes them back the same way. Only the names of columns are converted. Parameters, values, JSON in values, `.raw()`
 * rows and COPY are not. Every other client that reads rows needs this option too.
 */
export const ROW_CASE = { column: { from: postgres.toCamel, to: postgres.fromCamel } };

/** How values of {@link Types} are read and written, for the same clients. */
const VALUE_TYPES = {
  bigint: { to: 20, from: [20], parse: parseBigint, serialize: (value: number) => value.toString() },
  calendarDate: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (text: string) => text },
};

/** After this idle time a transaction is ended. */
export const IDLE_IN_TRANSACTION_MS = 60_000;

/** Opens a limited pool; connections are opened on first use. */
export function connectDatabase(options: DatabaseOptions): Sql {
  return postgres(options.url, {
    max: options.pool,
    ...(options.pipelined !== undefined && { max_pipeline: options.pipelined - 1 }),
    idle_timeout: 60,
    connect_timeout: 10,
    backoff,
    onnotice: () => {},
    transform: ROW_CASE,
    types: VALUE_TYPES,
    connection: {
      application_name: options.name,
      TimeZone: 'UTC',
      ...(!options.pooled && {
        statement_timeout: options.statementTimeoutMs,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        ...(options.planOnce && { plan_cache_mode: 'force_generic_plan' }),
      }),
    },
  });
}
