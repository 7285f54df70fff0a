import { Connection } from '@temporalio/client';
import type { Command } from 'commander';
import { ConfigError, readConfig } from '../../config/config.js';
import { connectDatabase } from '../../store/database.js';
import { migrate } from '../../store/migrate.js';
import { patiently } from '../../temporal/patiently.js';
import { prepareNamespace } from '../../temporal/prepare-namespace.js';
import { NotVisibleError } from '../../temporal/until-visible.js';

/** Brings the database, and the Temporal namespace when an address is set, to what this version needs. */
async function bringUpToDate(): Promise<void> {
  const { database, temporal } = readConfig(process.env);
  if (!database.url) throw new ConfigError('DATABASE_URL: must be set');
  const sql = connectDatabase({ url: database.url, pool: 2, statementTimeoutMs: 600_000, name: 'migrate' });
  try {
    const { applied } = await migrate(sql);
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}`);
  } finally {
    await sql.end();
  }
  if (!temporal.address) return;
  const connection = Connection.lazy({ address: temporal.address });
  try {
    await patiently(() => prepareNamespace(connection, temporal.namespace, { log: console.log }));
    console.log(`The namespace ${temporal.namespace} is ready.`);
  } finally {
    await connection.close();
  }
}

export function addMigrateCommand(migrateCommand: Command): void {
  migrateCommand.action(async () => {
    try {
      await bringUpToDate();
    } catch (error) {
      console.error(error instanceof ConfigError || error instanceof NotVisibleError ? error.message : error);
      process.exitCode = 1;
    }
  });
}
