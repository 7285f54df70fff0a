import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from './process-identity.js';
import { isAlive, signalProcess } from './processes.js';
import { StartError } from './start-error.js';

/**
 * Ends the server that an earlier, killed program left running on this cluster, and removes a lock file whose process
 * id has since gone to something else. The caller holds the data folder, so no other program of ours is using it.
 *
 * @throws {StartError} when the server cannot be ended.
 */
export async function endLeftoverPostgres(cluster: string, log: (line: string) => void): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || !isAlive(pid)) return;
  if (!commandLine(pid).includes(cluster)) {
    rmSync(lock);
    return;
  }
  log(`Ending a Postgres left from an earlier run (process ${pid})`);
  signalProcess(pid, 'SIGINT');
  const limit = performance.now() + 20_000;
  while (isAlive(pid)) {
    if (performance.now() > limit)
      throw new StartError(`Process ${pid} still uses ${cluster}. End it and start again.`);
    await pause(50);
  }
}
