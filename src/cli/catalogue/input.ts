import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** A file, or the standard input for `-`. Dispose of it when it was read. */
export async function openInput(file: string, stdin: Readable): Promise<AsyncDisposable & { source: Readable }> {
  if (file === '-') return { source: stdin, async [Symbol.asyncDispose]() {} };
  const handle = await open(file);
  return { source: handle.createReadStream(), [Symbol.asyncDispose]: () => handle.close() };
}
