import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Context } from '../../platform/context/context.js';
import { holdDisabled } from '../close-waiting.js';
import { DISABLE_AFTER_MS } from '../rules/delivery.js';
import { type AttemptEnd, recordEnds } from '../sql/outcomes.js';

/** Ends a statement: what comes while one is written is written by the next, … */
const BATCH = 500;
/** … and so is what comes so soon after it, as a commit for each of a few costs the machine that others send on … */
const GATHER_MS = 50;
/** … unless this many wait already when a statement ends. */
const ENOUGH = 250;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Writes down how attempts ended: one alone at once, and after that as many together as came meanwhile, hundreds in one
 * statement. Tries until the database takes them, as what is not written down is sent again.
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

  /** Settles when everything is written, or after `limitMs`: what is not written by then is sent again. */
  async close(limitMs: number): Promise<void> {
    this.closing = true;
    const timer = setTimeout(() => {
      this.givingUp = true;
    }, limitMs);
    while (this.writing) await this.writing;
    clearTimeout(timer);
  }

  private async write(): Promise<void> {
    let backoff = FIRST_BACKOFF_MS;
    let most = BATCH;
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, most);
      try {
        await this.record(batch);
        this.settle(batch);
        backoff = FIRST_BACKOFF_MS;
        most = Math.min(most * 2, BATCH);
        if (this.waiting.length < ENOUGH && !this.closing) await pause(GATHER_MS);
      } catch (err) {
        this.ctx.foldedLog.log('warn', 'outcomes', { err, outcomes: batch.length }, 'outcomes could not be written');
        if (this.givingUp) break;
        if (!isRefused(err)) {
          await pause(backoff);
          backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
          // One that is refused must not keep the others: it is found alone, and its attempt made again later.
        } else if (batch.length > 1) most = 1;
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
      holdDisabled(this.ctx, id, failure);
    }
  }
}

/** The database took exception to what was to be written, and would again: SQLSTATE classes 22 and 23. */
function isRefused(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^2[23]/.test(error.code);
}
