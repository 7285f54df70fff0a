import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Context } from '../../platform/context/context.js';
import { Backoff } from '../../platform/process/backoff.js';
import { parkDisabled } from '../close-waiting.js';
import { DISABLE_AFTER_MS } from '../rules/delivery.js';
import { type AttemptEnd, recordEnds } from '../sql/outcomes.js';

/** Ends a statement: outcomes that arrive during it are written by the next, … */
const BATCH = 500;
/**
 * … and so are outcomes that arrive this soon after it: commits of a few rows each cost processor time that sending
 * needs …
 */
const GATHER_MS = 50;
/** … unless this many wait already when a statement ends. */
const ENOUGH = 250;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Writes the outcomes of attempts. A single one is written at once; outcomes that arrive during a statement are written
 * together, hundreds in the next. Retries until the database takes them, since an unwritten attempt is sent again.
 */
export class OutcomeWriter {
  private waiting: AttemptEnd[] = [];
  private writing: Promise<void> | null = null;
  private closing = false;
  private givingUp = false;

  /** @param onWritten called with each batch once it needs no more work. */
  constructor(
    private readonly ctx: Context,
    private readonly onWritten: (ends: readonly AttemptEnd[]) => void,
  ) {}

  add(end: AttemptEnd): void {
    this.waiting.push(end);
    this.writing ??= this.write();
  }

  /** Settles when everything is written, or after `limitMs`. Attempts without a written outcome are sent again. */
  async close(limitMs: number): Promise<void> {
    this.closing = true;
    const timer = setTimeout(() => {
      this.givingUp = true;
    }, limitMs);
    while (this.writing) await this.writing;
    clearTimeout(timer);
  }

  private async write(): Promise<void> {
    const backoff = new Backoff(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    let most = BATCH;
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, most);
      try {
        await this.record(batch);
        this.settle(batch);
        backoff.reset();
        most = Math.min(most * 2, BATCH);
        if (this.waiting.length < ENOUGH && !this.closing) await pause(GATHER_MS);
      } catch (err) {
        this.ctx.foldedLog.log('warn', 'outcomes', { err, outcomes: batch.length }, 'outcomes could not be written');
        if (this.givingUp) break;
        // A refused outcome must not block the others. It is written alone, and its attempt is made again later.
        if (!isRefused(err)) await pause(backoff.pauseMs());
        else if (batch.length > 1) most = 1;
        else this.settle(batch);
      }
    }
    this.writing = null;
  }

  private settle(batch: readonly AttemptEnd[]): void {
    this.waiting = this.waiting.slice(batch.length);
    this.onWritten(batch);
  }

  private async record(batch: readonly AttemptEnd[]): Promise<void> {
    const now = this.ctx.clock.now();
    const disableBefore = new Date(now.getTime() - DISABLE_AFTER_MS);
    for (const { id, failure } of await recordEnds(this.ctx.sql, batch, { now, disableBefore })) {
      parkDisabled(this.ctx, id, failure);
    }
  }
}

/** The database refused the values, and would refuse them again: SQLSTATE classes 22 and 23. */
function isRefused(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^2[23]/.test(error.code);
}
