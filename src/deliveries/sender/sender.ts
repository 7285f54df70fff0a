import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import type { DueAttempts } from '../../platform/outbox/notify-senders.js';
import { Backoff } from '../../platform/process/backoff.js';
import { Waker } from '../../platform/process/waker.js';
import { parkPending } from '../close-waiting.js';
import { type AttemptKind, type Lane, RETRY_PACE, restedAfter, shareClaims } from '../rules/fairness.js';
import { claimAttempts, listSendTargets, listWaitingEndpoints } from '../sql/claims.js';
import { Dispatcher } from './dispatcher.js';
import { Leases, shardOf } from './leases.js';

/** How often it looks for work that no message announced: retries, leases that ended, messages that were lost. */
const LOOK_EVERY_MS = 2_000;
/** The shortest time between two claims. Attempts that arrive in between are claimed together. */
const CLAIM_EVERY_MS = 5;
/**
 * How long a claim holds: up to seven seconds until its attempt begins, ten for the attempt, and three to write the
 * outcome. The attempts of a killed worker are sent again after this time.
 */
const CLAIM_MS = 20_000;
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
  private readonly backlogged = { first: new Set<string>(), retry: new Set<string>() };
  private readonly wakers = { first: new Waker(), retry: new Waker() };
  private lookDue = true;
  private lookedAt = 0;
  private running: Promise<unknown> | null = null;
  /** How busy this thread had been when retries were last claimed, … */
  private measured = performance.eventLoopUtilization();
  /** … and when the next may be. */
  private restedAt = 0;
  /** Closed endpoints whose waiting deliveries are being parked. */
  private readonly parking = new Set<string>();
  private readonly stopped = new AbortController();

  /** @param pace of retries, for tests. */
  constructor(
    private readonly ctx: Context,
    private readonly pace = RETRY_PACE,
  ) {
    this.dispatcher = new Dispatcher(ctx, {
      hasShardOf: (endpointId) => this.leases.has(shardOf(endpointId)),
      onRoom: (endpointId) => this.wake(endpointId),
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
   * endpoint. The workers of other shards are notified too.
   */
  look(due?: DueAttempts): void {
    if (due) this.addBacklog(due.kind, due.endpointIds);
    else this.lookDue = true;
    if (!this.stopped.signal.aborted) this.running ??= Promise.all([this.repeat('first'), this.repeat('retry')]);
    this.wakers[due?.kind ?? 'first'].wake();
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
    for (const waker of Object.values(this.wakers)) waker.wake();
    await this.running;
    await Promise.all([this.leases.stop(), this.dispatcher.close()]);
  }

  private async repeat(kind: AttemptKind): Promise<void> {
    const backoff = new Backoff(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    while (!this.stopped.signal.aborted) {
      try {
        if (kind === 'first') await this.lookAround();
        const { claimed, closed } = await claimRound(this.ctx, this.dispatcher, kind, this.backlogged[kind]);
        for (const id of closed) this.park(id);
        backoff.reset();
        if (claimed > 0) await this.pause(Math.max(CLAIM_EVERY_MS, kind === 'retry' ? this.untilRested() : 0));
        else if (mayClaim(this.dispatcher, kind, this.backlogged[kind])) await this.pause(CLAIM_EVERY_MS);
        else await this.wakers[kind].wait(kind === 'first' ? this.lookedAt + LOOK_EVERY_MS : undefined);
      } catch (err) {
        this.ctx.foldedLog.log('warn', 'sender', { err }, 'attempts could not be claimed');
        await this.pause(backoff.pauseMs());
        this.lookDue = true;
      }
    }
  }

  /** Keeps the leases, and finds the endpoints with waiting attempts where that is due. */
  private async lookAround(): Promise<void> {
    if (await this.leases.keep()) this.lookDue = true;
    if (!this.lookDue && performance.now() - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookDue = false;
    this.lookedAt = performance.now();
    const found = this.leases.size > 0 ? await listWaitingEndpoints(this.ctx.sql, this.ctx.clock.now()) : [];
    for (const ids of Object.values(this.backlogged)) {
      for (const id of ids) if (!this.leases.has(shardOf(id))) ids.delete(id);
    }
    for (const { endpointId, kind } of found) this.addBacklog(kind, [endpointId]);
    this.dispatcher.deleteIdle(new Set(found.map(({ endpointId }) => endpointId)));
    this.wake();
  }

  private addBacklog(kind: AttemptKind, endpointIds: readonly string[]): void {
    for (const id of endpointIds) if (this.leases.has(shardOf(id))) this.backlogged[kind].add(id);
  }

  /** Wakes the loops that have something to claim: for this endpoint, or for any. */
  private wake(endpointId?: string): void {
    for (const kind of ['first', 'retry'] as const) {
      const backlogged = this.backlogged[kind];
      if (endpointId === undefined ? backlogged.size > 0 : backlogged.has(endpointId)) this.wakers[kind].wake();
    }
  }

  /** @returns after how many milliseconds retries may be claimed again. */
  private untilRested(): number {
    const measured = performance.eventLoopUtilization();
    const { active } = performance.eventLoopUtilization(measured, this.measured);
    this.measured = measured;
    const now = performance.now();
    this.restedAt = restedAfter(this.restedAt, active, { now, isLate: this.dispatcher.isLate }, this.pace);
    return this.restedAt - now;
  }

  /** Returns at once: claims and leases of other endpoints do not wait for it. */
  private park(endpointId: string): void {
    if (this.parking.has(endpointId)) return;
    this.parking.add(endpointId);
    void parkPending(this.ctx, endpointId, { dueOnly: true }).finally(() => this.parking.delete(endpointId));
  }

  private pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.stopped.signal }).catch(() => {});
  }
}

/**
 * Claims attempts of a kind for endpoints that have some waiting and room for more, and hands them to the dispatcher.
 * Endpoints with nothing left to claim are taken out of `backlogged`.
 *
 * @returns how many deliveries were claimed, and the endpoints whose waiting deliveries must be parked: they are closed.
 */
export async function claimRound(
  ctx: Context,
  dispatcher: Dispatcher,
  kind: AttemptKind,
  backlogged: Set<string>,
): Promise<{ claimed: number; closed: ReadonlySet<string> }> {
  const wanted = shareOf(dispatcher, kind, backlogged);
  const closed = new Set<string>();
  if (wanted.size === 0) return { claimed: 0, closed };
  // An announcement during the statement puts its endpoint back: the statement may have read too early to see it.
  for (const id of wanted.keys()) backlogged.delete(id);
  const askedAt = performance.now();
  const [targets, rows] = await Promise.all([
    listSendTargets(ctx.sql, [...wanted.keys()]),
    claimAttempts(ctx.sql, { kind, wanted, leaseMs: CLAIM_MS, now: ctx.clock.now() }),
  ]);
  dispatcher.updateTargets(targets, askedAt);
  let claimed = 0;
  const found = new Map<string, number>();
  const served = new Set<string>();
  // In the order of changes: a later change of an event finds the earlier ones that it makes obsolete.
  for (const { open, stale, content, recalls, ...row } of rows) {
    const { endpointId } = row;
    found.set(endpointId, (found.get(endpointId) ?? 0) + 1);
    if (!open) closed.add(endpointId);
    else if (stale || (content && dispatcher.accept({ ...row, content, claimedAt: askedAt }, recalls))) {
      claimed += 1;
      served.add(endpointId);
    }
  }
  // Served endpoints go to the end. So each has its turn when one statement cannot claim everything. An endpoint that
  // was found and not served is closed, or another worker claimed its attempts. The next look includes it.
  for (const [id, room] of wanted) if (served.has(id) && (found.get(id) ?? 0) >= room) backlogged.add(id);
  dispatcher.start();
  return { claimed, closed };
}

/**
 * Whether a round would claim for any endpoint. One statement takes a limited number of endpoints; the next takes the
 * others.
 */
export function mayClaim(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): boolean {
  return shareOf(dispatcher, kind, backlogged).size > 0;
}

/** @returns how many attempts of a kind the next statement claims, by endpoint. */
function shareOf(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): Map<string, number> {
  const rooms = [...backlogged].map((id) => [id, dispatcher.room(id, kind)] as const);
  return shareClaims(kind, rooms, dispatcher.claimCount);
}
