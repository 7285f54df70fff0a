import postgres from 'postgres';

export type Sql = postgres.Sql<Record<string, never>>;
/** A connection inside a transaction. */
export type Transaction = postgres.TransactionSql<Record<string, never>>;
/** What a store function runs on: the pool or a transaction. */
export type Queryable = Sql | Transaction;

export interface DatabaseOptions {
  url: string;
  /** Most connections this process may hold. */
  pool: number;
  statementTimeoutMs: number;
  /** Shown in `pg_stat_activity`, so that an operator sees who holds a connection. */
  name: string;
}

/** Opens a capped pool; connections are made on first use. */
export function connectDatabase(options: DatabaseOptions): Sql {
  return postgres<Record<string, never>>(options.url, {
    max: options.pool,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    connection: {
      application_name: options.name,
      TimeZone: 'UTC',
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
}
