import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes JSON that only this account may read, completely or not at all. */
export function writePrivateJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** The parsed content, or undefined when there is no such file or no JSON in it. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
