import { linkSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readJson } from './private-file.js';
import { startedAt } from './process-identity.js';
import { StartError } from './start-error.js';

/** Everything this program creates there; nothing else is ever deleted. */
const CONTENTS = ['postgres', 'temporal', 'logs', 'files', 'secrets.json', 'start.json', 'runtime.json'];

/** Creates and locks the folder. @throws {StartError} when another start uses it, or it cannot be written or locked. */
export function takeDataFolder(folder: string) {
  const path = resolve(folder);
  const lock = join(path, 'lock');
  const claim = join(path, `lock.${process.pid}`);
  try {
    mkdirSync(path, { recursive: true });
    writeFileSync(claim, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) }));
  } catch (error) {
    throw new StartError(`The data folder ${path} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  try {
    for (let attempt = 0; !link(claim, lock); attempt += 1) {
      const holder = readHolder(lock);
      if (holder.alive || attempt === 5) {
        throw new StartError(
          `The data folder ${path} is in use by another start (process ${holder.pid}). ` +
            'End that one first, or set DATA_DIR and PORT to run a second one beside it.',
        );
      }
      setAside(lock, `${claim}.stale`);
    }
  } finally {
    unlinkSync(claim);
  }
  return {
    path,
    /** Releases the folder for another start. */
    release: () => rmSync(lock, { force: true }),
  };
}

/** Deletes what earlier starts left in the folder. */
export function emptyDataFolder(folder: { path: string }): void {
  for (const name of CONTENTS) rmSync(join(folder.path, name), { recursive: true, force: true });
}

function link(claim: string, lock: string): boolean {
  try {
    linkSync(claim, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(
      `The data folder cannot be locked: ${(error as Error).message}. Set DATA_DIR to another disk.`,
    );
  }
}

function setAside(lock: string, to: string): void {
  try {
    renameSync(lock, to);
    rmSync(to);
  } catch {
    // Another start was quicker; the next attempt finds its claim.
  }
}

function readHolder(lock: string): { pid: number | undefined; alive: boolean } {
  const holder = readJson(lock) as { pid: number; startedAt: string } | null | undefined;
  return { pid: holder?.pid, alive: holder ? startedAt(holder.pid) === holder.startedAt : false };
}
