import { access, constants, mkdir } from 'node:fs/promises';
import { ConfigError } from '../config/config.js';
import type { Context } from '../context/context.js';
import { findMissingMigrations } from '../database/migrate.js';
import { verifyPooler } from '../database/pooler.js';
import { explainUnavailable } from '../database/unavailable-database.js';
import { openingKeys, sealingKey } from '../secrets/keys.js';
import { openSecret, SecretUnopened, sealSecret } from '../secrets/secret-box.js';
import { findNamespace, keepCanary } from './sql.js';

const CANARY = { field: 'installation.canary', owner: 'installation' };

/**
 * Whether a process can work with its settings: before it takes any work, so that a wrong one is found now and not call
 * by call.
 *
 * @throws {UnavailableDatabase} with the cause in words, when the database cannot be used.
 * @throws {ConfigError} when ENCRYPTION_KEY is not this database's, or DATA_DIR cannot be written.
 */
export async function verifySettings(ctx: Context): Promise<void> {
  const { s3, dataDir, database } = ctx.config;
  if (!s3) await verifyFolder(dataDir);
  const missing = await findMissingMigrations(ctx.sql).catch((error: unknown) => {
    throw explainUnavailable(error, String(database.url));
  });
  await verifyPooler(ctx.sql, database);
  // Without the canary's table the process is not ready. A process that starts after `migrate` checks it.
  if (missing.length === 0) await verifyEncryptionKey(ctx);
}

async function verifyFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be written (${code}), and no S3 store is set for files`);
  }
}

/** The first process stores a canary; `secrets reseal` renews it. @throws {ConfigError} when another key had encrypted it. */
async function verifyEncryptionKey(ctx: Context): Promise<void> {
  const canary = await keepCanary(ctx.sql, sealSecret(sealingKey(ctx), CANARY.owner, 'canary'));
  try {
    openSecret(openingKeys(ctx), CANARY, canary);
  } catch (error) {
    if (!(error instanceof SecretUnopened)) throw error;
    throw new ConfigError(
      'ENCRYPTION_KEY: is not the key that this database was used with before. Set that one. To change it, see "Change the encryption key" in docs/deploy/settings.md',
    );
  }
}

/**
 * Whether `partner-events migrate` prepared TEMPORAL_NAMESPACE. In another namespace, a second set of Schedules would
 * work on the same database.
 *
 * @throws {ConfigError} when it is another namespace, or none was prepared.
 */
export async function verifyNamespace(ctx: Context): Promise<void> {
  const prepared = await findNamespace(ctx.sql);
  const { namespace } = ctx.config.temporal;
  if (prepared === namespace) return;
  throw new ConfigError(
    prepared === null
      ? 'TEMPORAL_NAMESPACE: no namespace was prepared for this database. Run `partner-events migrate` with TEMPORAL_ADDRESS set'
      : `TEMPORAL_NAMESPACE: is ${namespace}, and this database belongs to ${prepared}. Set that one, or run \`partner-events migrate --change-namespace\``,
  );
}
