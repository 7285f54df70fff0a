import { types } from 'node:util';
import postgres from 'postgres';
import { isDatabaseBusy } from './database-errors.js';

/** The database is unavailable: it does not exist, does not respond, or refuses access. */
export class UnavailableDatabase extends Error {
  // Commands recognize it by its name (src/cli/support/failure.ts).
  override name = 'UnavailableError';
}

/** SQLSTATEs of refusals, with an instruction for the operator. */
const REFUSALS: Record<string, string> = {
  '53100': 'Make room on its disk.',
  '3D000': 'Create it with `createdb`, then run the command again.',
  '28000': 'Check the user in DATABASE_URL and the server’s pg_hba.conf.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
};

/**
 * Says in one sentence what to do where an error means that the database cannot be used; any other error is returned
 * unchanged.
 *
 * @param url of the database; only its host and port are shown, never the password.
 */
export function explainUnavailable(error: unknown, url: string): unknown {
  const { host } = new URL(url);
  const message = types.isNativeError(error) ? error.message : String(error);
  if (/unsupported startup parameter/.test(message)) {
    return new UnavailableDatabase(
      `DATABASE_URL: ${host} is a pooler. Set DATABASE_DIRECT_URL to Postgres itself; pgbouncer must be 1.21 or later (docs/deploy/cluster.md).`,
      { cause: error },
    );
  }
  const refusal = error instanceof postgres.PostgresError ? REFUSALS[error.code] : undefined;
  if (refusal) return new UnavailableDatabase(`Postgres at ${host}: ${message}. ${refusal}`, { cause: error });
  if (!isDatabaseBusy(error)) return error;
  return new UnavailableDatabase(
    `Postgres at ${host} cannot be reached: ${message}. Check DATABASE_URL and that the server is running.`,
    { cause: error },
  );
}
