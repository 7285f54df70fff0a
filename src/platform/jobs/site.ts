import type { Context } from '../context/context.js';
import { connectDatabase, type Sql } from '../database/database.js';
import type { TemporalClient } from '../temporal/client.js';
import { delayAfter } from './count-failure.js';

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

/** @param options.sql connections that others close; absent: new ones, which are closed after a minute without work. */
export function createJobSite(
  ctx: Context,
  temporal: TemporalClient,
  options: Partial<Pick<JobSite, 'sql' | 'delayAfter'>> = {},
): JobSite {
  const { url = '', directUrl, statementTimeoutMs } = ctx.config.database;
  const pooled = directUrl !== undefined;
  const pool = { url, pooled, pool: CONNECTIONS, statementTimeoutMs, name: 'partner-events jobs' };
  const sql = options.sql ?? connectDatabase(pool);
  return { ctx, temporal, ending: new AbortController(), delayAfter, ...options, sql };
}
