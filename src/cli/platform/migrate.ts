import { Connection } from '@temporalio/client';
import type { Command } from 'commander';
import { z } from 'zod';
import { type Config, ConfigError, readConfig } from '../../platform/config/config.js';
import { connectDatabase, type Sql } from '../../platform/database/database.js';
import { migrate } from '../../platform/database/migrate.js';
import { giveRoleSettings, verifyPooler } from '../../platform/database/pooler.js';
import { explainUnavailable } from '../../platform/database/unavailable-database.js';
import { keepNamespace } from '../../platform/health/sql.js';
import { prepareNamespace } from '../../platform/temporal/prepare-namespace.js';
import { retryTransient } from '../../platform/temporal/retry-transient.js';
import { explainUnreachable } from '../../platform/temporal/unavailable-temporal.js';
import type { Session } from '../support/session.js';
import { text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

// `namespace`: null where TEMPORAL_ADDRESS is not set.
const MIGRATED = z.object({ applied: z.array(text), namespace: textOrNull });

export function declareArea(command: Command, cli: Cli): void {
  command.option(
    '--change-namespace',
    'let this database belong to TEMPORAL_NAMESPACE from now on; end all workers first',
    false,
  );
  cli.plain(command, {
    json: MIGRATED,
    run: bringUpToDate,
    text({ namespace }, session) {
      if (namespace !== null) session.say(`The namespace ${namespace} is ready.`);
    },
  });
}

/** Brings the database, and the Temporal namespace when an address is set, to what this version needs. */
async function bringUpToDate(
  session: Session,
  options: { changeNamespace: boolean },
): Promise<z.input<typeof MIGRATED>> {
  const { database, temporal } = readConfig(session.io.env);
  if (!database.url) throw new ConfigError('DATABASE_URL: must be set');
  const { url, directUrl = url } = database;
  const sql = connectDatabase({ url: directUrl, pool: 2, statementTimeoutMs: 600_000, name: 'migrate' });
  let applied: string[];
  try {
    applied = (await migrate(sql)).applied.map(String);
    session.say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}`);
    if (database.directUrl !== undefined) await prepareForPooler(sql, { ...database, url });
    if (temporal.address) await claimNamespace(sql, temporal.namespace, options.changeNamespace);
  } catch (error) {
    throw explainUnavailable(error, directUrl);
  } finally {
    await sql.end();
  }
  if (!temporal.address) return { applied, namespace: null };
  const connection = Connection.lazy({ address: temporal.address });
  try {
    await retryTransient(() => prepareNamespace(connection, temporal.namespace, { log: (line) => session.say(line) }));
    return { applied, namespace: temporal.namespace };
  } catch (error) {
    throw explainUnreachable(error, temporal.address);
  } finally {
    await connection.close();
  }
}

/**
 * Sets the role's settings that a pooler cannot take with a connection, and checks the pooler.
 *
 * @throws {UnavailableDatabase} when it cannot be used.
 */
async function prepareForPooler(direct: Sql, database: Config['database'] & { url: string }): Promise<void> {
  await giveRoleSettings(direct, database);
  const pooled = connectDatabase({ ...database, pooled: true, pool: 1, name: 'migrate' });
  try {
    await verifyPooler(pooled, database);
  } catch (error) {
    throw explainUnavailable(error, database.url);
  } finally {
    await pooled.end();
  }
}

/** @throws {ConfigError} when the database belongs to another namespace: two sets of Schedules must not sweep it. */
async function claimNamespace(sql: Sql, namespace: string, replace: boolean): Promise<void> {
  const kept = await keepNamespace(sql, namespace, { replace });
  if (kept === namespace) return;
  throw new ConfigError(
    `TEMPORAL_NAMESPACE: is ${namespace}, and this database belongs to ${kept}. To move it, end all workers and add --change-namespace`,
  );
}
