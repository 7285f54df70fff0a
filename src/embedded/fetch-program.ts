import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guardFolder } from './guardian.js';

/** Makes a program in the folder `work`. Returns its path, or undefined after logging why it could not. */
export type ProgramSource = (work: string, log: (line: string) => void) => Promise<string | undefined>;

/** Keeps at the path `kept` what the first source that has the program makes. Returns false when none has it. */
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
