import type { Context } from '../context/context.js';
import { connectDatabase, type Sql } from '../database/database.js';
import type { TemporalClient } from '../temporal/client.js';

export interface JobSite {
  ctx: Context;
  temporal: TemporalClient;
  /** Connections for locked messages: handlers never wait for a connection that a batch holds. */
  sql: Sql;
  ending: AbortController;
  /** How long a subject waits after its nth failure; null: it is set aside. */
  delayAfter(failures: number): number | null;
}

/** Batches that one process has under way at the same time; the jobs beyond that take turns. */
const CONNECTIONS = 8;

/** Opens the connections of the jobs; they are closed after a minute without work. */
export function connectJobs({ config }: Pick<Context, 'config'>): Sql {
  const { database } = config;
  return connectDatabase({
    url: database.url ?? '',
    pooled: database.directUrl !== undefined,
    pool: CONNECTIONS,
    statementTimeoutMs: database.statementTimeoutMs,
    name: 'partner-events jobs',
  });
}
