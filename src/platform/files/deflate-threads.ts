import { Worker } from 'node:worker_threads';

/** Deflates blocks, several at once. */
export interface DeflateThreads {
  /** The block, deflated by itself. It must not change meanwhile; memory that is shared need not be copied. */
  deflate(block: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

/** So far below the rest of the process, on the scale of `nice`: what serves callers goes first. */
const NICENESS = 10;

/**
 * What a thread runs. It is handed over as its own text, so that the image needs no further file and tests no build: it may
 * use nothing that stands outside of it.
 */
function deflateBlocks(): void {
  const { readlinkSync } = require('node:fs') as typeof import('node:fs');
  const { getPriority, setPriority } = require('node:os') as typeof import('node:os');
  const { parentPort, workerData } = require('node:worker_threads') as typeof import('node:worker_threads');
  const { deflateRawSync } = require('node:zlib') as typeof import('node:zlib');
  try {
    // The system lowers the one thread that this link names; where it does not exist all threads count alike.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, Math.min(19, getPriority(thread) + workerData.niceness));
  } catch {}
  parentPort?.on('message', (block: Uint8Array) => {
    const piece = deflateRawSync(block, { ...workerData.options, chunkSize: Math.max(16_384, block.length >> 1) });
    // A piece in the pool that others share, which is hardly larger than its size says, must be copied out of it.
    const own = piece.buffer.byteLength > 2 * Buffer.poolSize ? piece : Uint8Array.from(piece);
    parentPort?.postMessage(own, [own.buffer as ArrayBuffer]);
  });
}

interface Waiting {
  resolve(piece: Buffer): void;
  reject(error: Error): void;
}

/**
 * Threads of their own, and not those that look up names and read files for the whole process: a deflated block keeps one
 * busy for milliseconds.
 *
 * @param options as of `zlib.deflateRaw`.
 */
export function startDeflateThreads(count: number, options: object): DeflateThreads {
  const threads = Array.from({ length: count }, () => startThread(options));
  let next = 0;
  return {
    deflate(block) {
      next = (next + 1) % count;
      return (threads[next] as Thread).deflate(block);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface Thread {
  deflate(block: Buffer): Promise<Buffer>;
  close(): Promise<unknown>;
}

function startThread(options: object): Thread {
  const worker = new Worker(`(${deflateBlocks})()`, { eval: true, workerData: { niceness: NICENESS, options } });
  const waiting: Waiting[] = [];
  let fault: Error | undefined;
  const fail = (error: Error) => {
    fault ??= error;
    for (const one of waiting.splice(0)) one.reject(fault);
  };
  worker.on('message', (piece: Uint8Array) => {
    waiting.shift()?.resolve(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that deflates has ended')));
  return {
    deflate: (block) =>
      new Promise((resolve, reject) => {
        if (fault) return reject(fault);
        waiting.push({ resolve, reject });
        worker.postMessage(block);
      }),
    close: () => worker.terminate(),
  };
}
