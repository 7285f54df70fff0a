import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import type { DueAttempts } from '../../platform/outbox/notify-senders.js';
import { Backoff } from '../../platform/process/backoff.js';
import { Waker } from '../../platform/process/waker.js';
import { parkPending } from '../close-waiting.js';
import { type AttemptKind, type Lane, RETRY_PACE, restedAfter } from '../rules/fairness.js';
import { shardOf } from '../rules/shards.js';
import { listWaitingEndpoints } from '../sql/claims.js';
import { claimRound, mayClaim, overdueAt } from './claim-round.js';
import { Dispatcher } from './dispatcher.js';
import { Leases } from './leases.js';

/** How often it looks for work that no message announced: retries, leases that ended, messages that were lost. */
const LOOK_EVERY_MS = 2_000;
/** The shortest time between two claims. Attempts that arrive in between are claimed together. */
const CLAIM_EVERY_MS = 5;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Each worker has one. It claims waiting attempts of the shards that it holds and hands them to its dispatcher.
 *
 *     sender:           idle ──look──► running ──stop──► stopped
 *     each claim loop:  claiming ──nothing to claim──► waiting ──woken──► claiming
 *                       claiming ──the database failed──► backing off ──► claiming
 *
 * What wakes a loop: a notification that names endpoints, room at an endpoint, and for first attempts every two seconds
 * a look at all endpoints. Retries are claimed in a loop of their own: first attempts never wait for a claim of retries.
 */
export class Sender {
  private readonly dispatcher: Dispatcher;
  private readonly leases: Leases;
  /** Endpoints with something to claim. */
  private backlogged = noEndpoints();
  /** Endpoints that were announced since the last look began: it may have read too early to see them. */
  private announced = noEndpoints();
  private lookDue = true;
  private lookedAt = 0;
  private readonly wakers = { first: new Waker(), retry: new Waker() };
  private running: Promise<void> | null = null;
  /** How busy this thread had been when retries were last claimed, … */
  private measured = performance.eventLoopUtilization();
  /** … and when the next may be. */
  private restedAt = 0;
  /** Closed endpoints whose waiting deliveries are being held. */
  private readonly holding = new Set<string>();
  private readonly stopped = new AbortController();

  /** @param pace of retries, for tests. */
  constructor(
    private readonly ctx: Context,
    private readonly pace = RETRY_PACE,
  ) {
    this.dispatcher = new Dispatcher(ctx, {
      holds: (endpointId) => this.leases.holds(shardOf(endpointId)),
      // Most attempts end when nothing more can be claimed; those do not wake the loop.
      onRoom: (endpointId) => this.wake((backlogged) => backlogged.has(endpointId)),
      onFreed: () => this.wake((backlogged) => backlogged.size > 0),
      onReleased: () => {
        this.lookDue = true;
      },
    });
    this.leases = new Leases(ctx, this.dispatcher);
  }

  /**
   * There may be something new to send, or something changed; the first look begins the work.
   *
   * @param due the endpoints with new attempts, if nothing else changed: they are claimed without a look at every
   * endpoint.
   */
  look(due?: DueAttempts): void {
    if (due) this.announce(due);
    else {
      this.lookDue = true;
      void this.dispatcher.refreshTargets();
    }
    if (!this.stopped.signal.aborted) this.running ??= this.run();
    this.wakers[due?.kind ?? 'first'].wake();
  }

  /** The workers of other shards are notified too. */
  private announce({ kind, endpointIds }: DueAttempts): void {
    const held = endpointIds.filter((id) => this.leases.holds(shardOf(id)));
    for (const id of held) {
      this.backlogged[kind].add(id);
      this.announced[kind].add(id);
    }
  }

  /** Attempts claimed and under way in this process, by lane. */
  counts(lane: Lane): { underWay: number; ahead: number } {
    return this.dispatcher.counts(lane);
  }

  /** How many shards of the endpoints it has. */
  get shards(): number {
    return this.leases.size;
  }

  /** Claims nothing more, gives back unsent attempts, and settles when the outcomes of running attempts are written. */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.dispatcher.halt();
    this.wake(() => true);
    await this.running;
    await Promise.all([this.leases.stop(), this.dispatcher.close()]);
  }

  private async run(): Promise<void> {
    await Promise.all([
      this.repeat('first', async () => {
        if (await this.leases.keep()) this.lookDue = true;
        if (this.lookDue || performance.now() - this.lookedAt >= LOOK_EVERY_MS) await this.lookAround();
        const claimed = await this.claim('first');
        return claimed > 0 ? CLAIM_EVERY_MS : 0;
      }),
      this.repeat('retry', async () => {
        const claimed = await this.claim('retry');
        return claimed > 0 ? Math.max(this.untilRested(), CLAIM_EVERY_MS) : 0;
      }),
    ]);
  }

  /** @returns after how many milliseconds this thread has been busy for its share of the time alone. */
  private untilRested(): number {
    const measured = performance.eventLoopUtilization();
    const { active } = performance.eventLoopUtilization(measured, this.measured);
    this.measured = measured;
    const now = performance.now();
    this.restedAt = restedAfter(this.restedAt, active, now, this.pace);
    return this.restedAt - now;
  }

  private async claim(kind: AttemptKind): Promise<number> {
    const { claimed, closed } = await claimRound(this.ctx, this.dispatcher, kind, this.backlogged[kind]);
    for (const id of closed) this.hold(id);
    return claimed;
  }

  /** Returns at once: claims and leases of other endpoints do not wait for held attempts. */
  private hold(endpointId: string): void {
    if (this.holding.has(endpointId)) return;
    this.holding.add(endpointId);
    void parkPending(this.ctx, endpointId, { dueOnly: true }).finally(() => this.holding.delete(endpointId));
  }

  /** @param round returns after how many milliseconds the next may follow; 0: when it is woken. */
  private async repeat(kind: AttemptKind, round: () => Promise<number>): Promise<void> {
    const backoff = new Backoff(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    while (!this.stopped.signal.aborted) {
      try {
        const wait = await round();
        backoff.reset();
        if (wait > 0 || mayClaim(this.dispatcher, kind, this.backlogged[kind]))
          await this.pause(wait || CLAIM_EVERY_MS);
        else await this.wakers[kind].wait(kind === 'first' ? this.lookedAt + LOOK_EVERY_MS : undefined);
      } catch (err) {
        this.ctx.foldedLog.log('warn', 'sender', { err }, 'attempts could not be claimed');
        await this.pause(backoff.pauseMs());
        this.lookDue = true;
      }
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.stopped.signal }).catch(() => {});
  }

  private async lookAround(): Promise<void> {
    this.lookDue = false;
    this.lookedAt = performance.now();
    this.announced = noEndpoints();
    const found = this.leases.size > 0 ? await listWaitingEndpoints(this.ctx.sql, overdueAt(this.ctx.clock.now())) : [];
    const held = found.filter(({ endpointId }) => this.leases.holds(shardOf(endpointId)));
    const of = (kind: AttemptKind) => {
      const waiting = held.filter((one) => one.kind === kind).map(({ endpointId }) => endpointId);
      return new Set([...waiting, ...this.announced[kind]]);
    };
    this.backlogged = { first: of('first'), retry: of('retry') };
    this.dispatcher.deleteIdle(new Set(held.map(({ endpointId }) => endpointId)));
    if (this.backlogged.retry.size > 0) this.wakers.retry.wake();
  }

  private wake(ifAny: (backlogged: ReadonlySet<string>) => boolean): void {
    if (ifAny(this.backlogged.first)) this.wakers.first.wake();
    if (ifAny(this.backlogged.retry)) this.wakers.retry.wake();
  }
}

const noEndpoints = () => ({ first: new Set<string>(), retry: new Set<string>() });
