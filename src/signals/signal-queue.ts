import { setTimeout } from 'node:timers/promises';
import { ProblemError } from '../core/problems.js';
import type { CountedSignal } from './rules/signal.js';

/** Most signals one statement takes. */
const LARGEST_BATCH = 1_000;
/** How long a signal that finds nothing under way waits for others, to share the cost of a statement. */
const GATHER_MS = 2;
/** With more waiting signals than this the database is not keeping up, and callers get `busy`. */
const MAX_WAITING = 20_000;

interface Waiting {
  signal: CountedSignal;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export interface SignalQueueOptions {
  /** Writes and commits all of them, or throws. */
  write: (signals: CountedSignal[]) => Promise<void>;
  mostWaiting?: number;
}

/**
 * Group commit: signals that arrive while a statement runs are written together by the next one. Each is acknowledged
 * after the commit that holds it, so nothing acknowledged can be lost.
 */
export class SignalQueue {
  private waiting: Waiting[] = [];
  private running: Promise<void> | null = null;
  private closed = false;

  constructor(private readonly options: SignalQueueOptions) {}

  /** Settles once the signal is committed. @throws {ProblemError} `busy` when too many are waiting or the queue is closed. */
  add(signal: CountedSignal): Promise<void> {
    if (this.closed || this.waiting.length >= (this.options.mostWaiting ?? MAX_WAITING)) {
      return Promise.reject(new ProblemError('busy', { headers: { 'Retry-After': '2' } }));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ signal, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Takes no more and writes what is waiting. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    // Only before the first: those of every other batch have waited for the commit of the one before.
    await setTimeout(GATHER_MS);
    while (this.waiting.length > 0) await this.write(this.waiting.splice(0, LARGEST_BATCH));
    this.running = null;
  }

  private async write(batch: Waiting[]): Promise<void> {
    try {
      await this.options.write(withoutRepeats(batch));
      for (const one of batch) one.resolve();
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }
}

function withoutRepeats(batch: readonly Waiting[]): CountedSignal[] {
  const seen = new Set<string>();
  return batch.flatMap(({ signal }) => {
    if (signal.digest === null) return signal;
    if (seen.has(signal.digest)) return [];
    seen.add(signal.digest);
    return signal;
  });
}
