import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error.js';

/** The system account that runs Postgres, which refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/** Our own account unless we are root; then the folder's owner if it differs, else `postgres`, else `nobody`. */
export function choosePostgresUser(folder: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new StartError(
    'Postgres does not run as root, and there is no account `postgres` or `nobody` to run it as. Use another user.',
  );
}

/**
 * The command line that runs a program as that account. Below a folder that only root may enter (`/root`, `mktemp -d`)
 * the account is lent the right to pass through and read, and no more.
 *
 * @throws {StartError} when it may not pass and the right cannot be lent.
 */
export function commandAs(user: PostgresUser | undefined, file: string, args: string[], folder: string): string[] {
  if (!user) return [file, ...args];
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  const closed = [file, folder].map(closedFolderAbove).find((path) => path !== undefined);
  if (!setpriv) {
    throw new StartError('As root, the embedded Postgres needs `setpriv` (package util-linux). Or use another user.');
  }
  const lend = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=+dac_read_search', '--securebits=+no_setuid_fixup'];
  const keep = closed ? lend : ['--inh-caps=-all'];
  return [setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...keep, file, ...args];
}

/** The first folder above `path` that not everybody may enter. */
function closedFolderAbove(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder;
  }
  return undefined;
}
