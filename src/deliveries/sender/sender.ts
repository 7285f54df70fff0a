import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import { shardOf } from '../rules/shards.js';
import { listWaitingEndpoints } from '../sql/claims.js';
import type { Lane } from '../workflow.js';
import { type Backlogged, claimRound, mayClaim, overdueAt } from './claim-round.js';
import { Dispatcher } from './dispatcher.js';
import { Leases } from './leases.js';

/** What makes the attempts of deliveries, wherever it runs. */
export interface DeliverySender {
  /** How many shards of the endpoints it has. */
  readonly shards: number;
  /** There may be something new to send, or something changed; the first look begins the work. */
  look(): void;
  /** Attempts claimed and under way in this process, by lane. */
  counts(lane: Lane): { underWay: number; ahead: number };
  /** Claims nothing more, gives back what was not sent, and settles when all that is under way is written down. */
  stop(): Promise<void>;
}

/** How often it looks for work that no message announced: retries, leases that ended, messages that were lost. */
const LOOK_EVERY_MS = 2_000;
/** Claims follow one another so closely at most: what comes meanwhile is claimed together. */
const CLAIM_EVERY_MS = 5;
/** Retries that one worker makes a second: half of what two cores can, so that what is new for others does not wait. */
const RETRIES_PER_SECOND = 2_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/** Attempts that wait in the database are claimed, made and written down by one of these in each worker. */
export class Sender implements DeliverySender {
  private readonly dispatcher: Dispatcher;
  private readonly leases: Leases;
  /** Endpoints with something to claim. */
  private backlogged = { first: new Set<string>(), retry: new Set<string>() };
  /** No retries are claimed before, by the monotonic clock. */
  private retriesFrom = 0;
  private lookDue = true;
  private lookedAt = 0;
  private woken = false;
  private resume: () => void = () => {};
  private running: Promise<void> | null = null;
  private stopping = false;

  /** @param retriesPerSecond for tests. */
  constructor(
    private readonly ctx: Context,
    private readonly retriesPerSecond = RETRIES_PER_SECOND,
  ) {
    const isBacklogged = (endpointId: string) =>
      this.backlogged.first.has(endpointId) || this.backlogged.retry.has(endpointId);
    this.dispatcher = new Dispatcher(ctx, {
      holds: (endpointId) => this.leases.holds(shardOf(endpointId)),
      // Most attempts end when nothing more can be claimed; those do not wake the loop.
      onRoom: (endpointId) => {
        if (isBacklogged(endpointId)) this.wake();
      },
      onFreed: () => {
        if (this.backlogged.first.size + this.backlogged.retry.size > 0) this.wake();
      },
      onReleased: () => {
        this.lookDue = true;
      },
    });
    this.leases = new Leases(ctx, this.dispatcher);
  }

  look(): void {
    this.lookDue = true;
    if (!this.stopping) this.running ??= this.run();
    void this.dispatcher.refreshTargets();
    this.wake();
  }

  counts(lane: Lane): { underWay: number; ahead: number } {
    return this.dispatcher.counts(lane);
  }

  get shards(): number {
    return this.leases.size;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.dispatcher.halt();
    this.wake();
    await this.running;
    await Promise.all([this.leases.stop(), this.dispatcher.close()]);
  }

  private async run(): Promise<void> {
    let backoff = FIRST_BACKOFF_MS;
    while (!this.stopping) {
      this.woken = false;
      try {
        if (await this.leases.keep()) this.lookDue = true;
        if (this.lookDue || performance.now() - this.lookedAt >= LOOK_EVERY_MS) await this.lookAround();
        const begunAt = performance.now();
        const { claimed, retries } = await claimRound(this.ctx, this.dispatcher, this.claimable(begunAt));
        this.retriesFrom = Math.max(this.retriesFrom, begunAt) + (retries * 1_000) / this.retriesPerSecond;
        backoff = FIRST_BACKOFF_MS;
        if (claimed > 0 || mayClaim(this.dispatcher, this.claimable(performance.now()))) await pause(CLAIM_EVERY_MS);
        else await this.untilWoken();
      } catch (err) {
        this.ctx.foldedLog.log('warn', 'sender', { err }, 'attempts could not be claimed');
        await pause(backoff);
        backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
        this.lookDue = true;
      }
    }
  }

  private claimable(now: number): Backlogged {
    return now < this.retriesFrom ? { ...this.backlogged, retry: new Set() } : this.backlogged;
  }

  private async lookAround(): Promise<void> {
    this.lookDue = false;
    this.lookedAt = performance.now();
    this.dispatcher.fromOldest();
    const found = this.leases.size > 0 ? await listWaitingEndpoints(this.ctx.sql, overdueAt(this.ctx.clock.now())) : [];
    const held = found.filter(({ endpointId }) => this.leases.holds(shardOf(endpointId)));
    const of = (kind: 'first' | 'retry') =>
      new Set(held.filter((one) => one.kind === kind).map(({ endpointId }) => endpointId));
    this.backlogged = { first: of('first'), retry: of('retry') };
    this.dispatcher.forgetIdle(new Set(held.map(({ endpointId }) => endpointId)));
  }

  private wake(): void {
    this.woken = true;
    this.resume();
  }

  /** Until somebody wakes it, which may have been while it worked, or retries may go on, or the next look is due. */
  private untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      if (this.woken) return resolve();
      const now = performance.now();
      const lookAt = this.lookedAt + LOOK_EVERY_MS;
      const retriesWait = this.backlogged.retry.size > 0 && this.retriesFrom > now;
      const wakeAt = retriesWait ? Math.min(lookAt, this.retriesFrom) : lookAt;
      const timer = setTimeout(() => this.wake(), Math.max(0, wakeAt - now));
      this.resume = () => {
        clearTimeout(timer);
        this.resume = () => {};
        resolve();
      };
    });
  }
}
