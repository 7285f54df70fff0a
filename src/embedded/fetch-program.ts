import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { guardFolder } from './guardian.js';

/** Where programs that were downloaded or built are kept, outside the project: several clones share it. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = resolve(process.env.PARTNER_EVENTS_CACHE || join(base, 'partner-events'));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes a program in the folder `work`. Returns its path, or undefined after logging why it could not. */
export type ProgramSource = (work: string, log: (line: string) => void) => Promise<string | undefined>;

/** Stores the program from the first source that has it at the path `kept`. @returns false when none has it. */
export async function fetchProgram(
  kept: string,
  sources: readonly ProgramSource[],
  log: (line: string) => void,
): Promise<boolean> {
  const work = mkdtempSync(join(dirname(kept), 'making-'));
  guardFolder(work);
  try {
    for (const source of sources) {
      const made = await source(work, log);
      if (made === undefined) continue;
      renameSync(made, kept);
      return true;
    }
    return false;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Logs `what`, and every ten seconds the elapsed time; the returned function stops it and logs the total. */
export function reportProgress(log: (line: string) => void, what: string): () => void {
  const start = performance.now();
  const elapsed = () => `${Math.round((performance.now() - start) / 1_000)} s`;
  log(`${what} …`);
  const timer = setInterval(() => log(`  still at it, ${elapsed()}`), 10_000);
  return () => {
    clearInterval(timer);
    log(`  done with that after ${elapsed()}`);
  };
}
