import { IncompleteFileError } from './errors.js';

type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

/** Passes bytes on, and throws at the end if they were no complete gzip file. */
export async function* verified(source: Bytes): Bytes {
  const gunzip = new DecompressionStream('gzip');
  const writer = gunzip.writable.getWriter();
  const drained = drain(gunzip.readable);
  // It is awaited at the end, where its error is thrown.
  drained.catch(() => {});
  try {
    for await (const chunk of source) {
      await orIncomplete(writer.write(asSource(chunk)));
      yield chunk;
    }
    await orIncomplete(writer.close());
    await orIncomplete(drained);
  } finally {
    await writer.abort().catch(() => {});
  }
}

/** The lines of a gzipped text. @throws {IncompleteFileError} at the end, if it is not complete. */
export async function* lines(source: Bytes): AsyncGenerator<string, void, undefined> {
  const gunzip = new DecompressionStream('gzip');
  const failure: { error?: unknown } = {};
  const written = feed(source, gunzip.writable).catch((error: unknown) => {
    failure.error = error;
  });
  const decoder = new TextDecoder();
  const reader = gunzip.readable.getReader();
  let rest = '';
  try {
    for (;;) {
      const chunk = await reader.read();
      if (chunk.done) break;
      const parts = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
    await written;
    if ('error' in failure) throw failure.error;
    if (rest !== '') yield rest;
  } catch (error) {
    await written;
    throw 'error' in failure ? failure.error : incomplete(error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Writes everything; if the source fails, the reader sees that. */
async function feed(source: Bytes, writable: DecompressionStream['writable']): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const chunk of source) await orIncomplete(writer.write(asSource(chunk)));
    await orIncomplete(writer.close());
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function drain(readable: ReadableStream<Uint8Array>): Promise<void> {
  const reader = readable.getReader();
  while (!(await reader.read()).done);
}

async function orIncomplete<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw incomplete(error);
  }
}

const incomplete = (cause: unknown) =>
  cause instanceof IncompleteFileError
    ? cause
    : new IncompleteFileError('The file is not a complete gzip file.', { cause });

/** Bytes from the network are never in shared memory. */
const asSource = (chunk: Uint8Array): Uint8Array<ArrayBuffer> => chunk as Uint8Array<ArrayBuffer>;
