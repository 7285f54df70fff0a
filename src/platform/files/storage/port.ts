import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The storage of finished files, shared by every process: a local folder or an S3-compatible store. */
export interface FileStorage {
  /** Writes a file completely or not at all: until it is complete, and after an abort, there is none of that path. */
  write(path: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void>;
  /** @throws {FileMissingError} */
  open(path: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file. A missing file counts as removed. */
  remove(path: string): Promise<void>;
  /** Removes the files under the folder that were written before then, also incomplete ones. @returns how many. */
  removeOlder(folder: string, before: Date): Promise<number>;
  close(): void;
}

export class FileMissingError extends Error {
  override name = 'FileMissingError';
}
