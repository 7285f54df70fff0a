import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, FileMissingError, type FileStorage } from './port.js';

/** Files in a folder of this machine; API and worker must run on it, or mount it. */
export function createLocalStorage(root: string): FileStorage {
  const at = (path: string) => {
    const full = resolve(root, path);
    if (!full.startsWith(resolve(root) + sep)) throw new Error('the path leaves the folder of files');
    return full;
  };

  return {
    async write(path, content, signal) {
      const target = at(path);
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.${randomUUID()}.part`;
      try {
        await pipeline(content, createWriteStream(draft, { flags: 'wx', flush: true }), { signal });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        signal.throwIfAborted();
        throw error;
      }
    },

    async open(path, range?: ByteRange) {
      try {
        const file = await open(at(path), 'r');
        return file.createReadStream({ ...range, highWaterMark: 256 * 1024 });
      } catch (error) {
        if (isMissing(error)) throw new FileMissingError(path);
        throw error;
      }
    },

    remove: (path) => rm(at(path), { force: true }),

    async removeOlder(folder, before) {
      const names = await readdir(at(folder), { recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      let removed = 0;
      for (const name of names) {
        const file = join(at(folder), name);
        const found = await stat(file).catch(() => undefined);
        if (!found?.isFile() || found.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },

    close() {},
  };
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
