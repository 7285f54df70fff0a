import { mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidField } from '../../core/problems.js';

/** Checks, before anything changes, that a folder is writable. @throws {ProblemError} `invalid_request` for `out`. */
export function checkOutFolder(folder: string): void {
  try {
    rmdirSync(mkdtempSync(join(folder, '.partner-events-')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const causes: Record<string, string> = {
      ENOENT: 'does not exist: create the folder first',
      ENOTDIR: 'is not a folder',
      EACCES: 'is not writable for this account',
      EROFS: 'is on a read-only disk',
      ENOSPC: 'is on a full disk',
    };
    throw invalidField('out', `${folder} ${causes[code ?? ''] ?? `cannot be written: ${message}`}`);
  }
}

/** Writes a file for this account alone, completely or not at all. @returns its path. @throws {Error} of the file system. */
export function writeOutFile(folder: string, name: string, content: string | Buffer): string {
  const path = join(folder, name);
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true, recursive: true });
    throw error;
  }
  return path;
}
