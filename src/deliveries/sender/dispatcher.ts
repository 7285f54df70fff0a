import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import { ANSWER_DEADLINE_MS } from '../../platform/outbound-http/send.js';
import { PERMISSION_MS } from '../../platform/outbox/notify-senders.js';
import type { GroupCommit } from '../../platform/process/group-commit.js';
import { requestFact } from '../../platform/traces/trace-context.js';
import { type AttemptKind, type Lane, laneAfter, lateUntilAfter, PLACES } from '../rules/fairness.js';
import { listSendTargets, releaseClaims, type SendTarget } from '../sql/claims.js';
import type { AttemptEnd } from '../sql/outcomes.js';
import { createOutcomeWriter, makeAttempt } from './attempt.js';
import { type ClaimedDelivery, EndpointQueue, kindOf, Lanes } from './endpoint-queue.js';
import { AttemptsElsewhere, shardOf } from './leases.js';

const RELEASE_SURPLUS_EVERY_MS = 2_000;
/** How long the last outcomes may take to be written when the worker ends. */
const WRITING_MS = 8_000;
/** How often endpoints with claimed attempts are looked at. Permissions that end before the next look are read again. */
const REFRESH_EVERY_MS = 150;
/** How long an endpoint that reached `MAX_PER_SECOND` waits: ten attempts fit into this time. */
const THROTTLED_FOR_MS = 50;

/** The count of first attempts that ended, by lane. */
export const FIRST_ATTEMPTS = 'first_attempts';

interface Watcher {
  /** Whether this process has the lease of the endpoint's shard: only then may it begin attempts. */
  hasShardOf(endpointId: string): boolean;
  /** More may be claimed, for this endpoint or for all of them. */
  onRoom(endpointId?: string): void;
  /** Claims were released: their rows wait again. */
  onReleased(): void;
}

/**
 * Sends the attempts that this process has claimed. Endpoints take turns; slow endpoints have their own lane.
 *
 *     an attempt:   claimed ──► under way ──► ended ──► written
 *                      └──► released: its row waits again, for this worker or another
 *     dispatcher:   sending ──halt──► halted: nothing begins, attempts under way end ──close──► closed
 *
 * An attempt begins while this process has the lease of the shard, fewer than `PLACES` attempts are under way at the
 * endpoint (in all processes), and the permission is fresh: the state of the endpoint was read less than
 * `PERMISSION_MS` ago.
 */
export class Dispatcher {
  private mode: 'sending' | 'halted' = 'sending';
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly lanes = new Lanes();
  /** Endpoints that reached `MAX_PER_SECOND`. A timer resumes each. */
  private readonly throttled = new Set<EndpointQueue>();
  /** Ids of the deliveries whose attempt is claimed, under way, or ended and not yet written. */
  private readonly claims = new Set<string>();
  private readonly attempts = new Set<Promise<void>>();
  private readonly elsewhere = new AttemptsElsewhere();
  private readonly writer: GroupCommit<AttemptEnd, void>;
  private readonly ending = new AbortController();
  private readonly timers: readonly NodeJS.Timeout[];
  private isRefreshing = false;
  private lateUntil = 0;

  constructor(
    private readonly ctx: Context,
    private readonly watcher: Watcher,
  ) {
    this.writer = createOutcomeWriter(ctx, this.ending.signal);
    const releaseSurplus = () => {
      for (const queue of this.queues.values()) void this.release(queue.takeSurplus(performance.now()));
    };
    this.timers = [
      setInterval(releaseSurplus, RELEASE_SURPLUS_EVERY_MS).unref(),
      setInterval(() => void this.refreshTargets(), REFRESH_EVERY_MS).unref(),
    ];
  }

  /** How many claims this process has: their outcomes are not written. */
  get claimCount(): number {
    return this.claims.size;
  }

  /** Whether first attempts begin so late that retries have to wait. */
  get isLate(): boolean {
    return performance.now() < this.lateUntil;
  }

  /** @returns how many more attempts of a kind to claim for this endpoint now; for one not sent to before, as many as may run. */
  room(endpointId: string, kind: AttemptKind): number {
    return this.queues.get(endpointId)?.room(kind, performance.now()) ?? PLACES;
  }

  /**
   * Takes the current address and state of endpoints. Releases the claims of closed endpoints. Releases claims too if
   * `recalls` grew: an operation ended deliveries of the endpoint, and these claims may be among them.
   *
   * @param askedAt the monotonic clock before the query: the age of the permission counts from here.
   */
  updateTargets(targets: readonly SendTarget[], askedAt: number): void {
    const [now, clock] = [performance.now(), this.ctx.clock.now()];
    for (const target of targets) {
      const queue = this.queues.get(target.endpointId) ?? new EndpointQueue(target);
      this.queues.set(target.endpointId, queue);
      const { recalls } = queue.target;
      queue.update(target, { askedAt, now, clock });
      this.lanes.move(queue, target.slowUntil !== null && target.slowUntil > clock ? 'slow' : 'fast');
      if (!target.open || target.recalls !== recalls) void this.release(queue.takeAll());
      else if (queue.ahead > 0) this.lanes.add(queue);
    }
  }

  /**
   * @param recalls of the endpoint when the attempt was claimed.
   * @returns false when the attempt is already here (its lease ended while the database was away), was recalled, or its
   * shard was handed over.
   */
  accept(delivery: ClaimedDelivery, recalls: number): boolean {
    const queue = this.queues.get(delivery.endpointId);
    if (!queue || this.claims.has(delivery.id)) return false;
    // An attempt that was claimed during the handover of its shard belongs to the other worker.
    if (queue.target.recalls !== recalls || !this.watcher.hasShardOf(delivery.endpointId)) {
      void this.release([delivery]);
      return false;
    }
    this.claims.add(delivery.id);
    // The next claim of the older, opposite changes stores them as superseded.
    void this.release(queue.push(delivery));
    this.lanes.add(queue);
    return true;
  }

  /** Renews permissions that end before the next look, for endpoints with claimed attempts, and begins these attempts. */
  private async refreshTargets(): Promise<void> {
    const askedAt = performance.now();
    const until = askedAt + PERMISSION_MS - REFRESH_EVERY_MS;
    const isDue = (queue: EndpointQueue) => queue.ahead > 0 && queue.permittedUntil <= until;
    const due = [...this.queues].filter(([, queue]) => isDue(queue)).map(([id]) => id);
    if (due.length === 0 || this.isRefreshing) return;
    this.isRefreshing = true;
    try {
      this.updateTargets(await listSendTargets(this.ctx.sql, due), askedAt);
    } catch (err) {
      this.ctx.foldedLog.log('warn', 'permissions', { err }, 'nothing is sent: endpoints could not be read');
    } finally {
      this.isRefreshing = false;
    }
    this.start();
  }

  /** Begins all attempts that there is room for. */
  start(): void {
    if (this.mode === 'halted') return;
    const [now, clock] = [performance.now(), this.ctx.clock.now()];
    this.lanes.takeTurns((queue, lane) => {
      // `refreshTargets` adds the queue again with its next permission.
      if (now >= queue.permittedUntil || !this.watcher.hasShardOf(queue.target.endpointId)) return false;
      const delivery = queue.next(now, PLACES - this.elsewhere.count(queue.target.endpointId, now));
      if (!delivery) {
        if (queue.ahead > 0 && queue.throttledMs(now) > 0) this.resumeLater(queue);
        return false;
      }
      if (kindOf(delivery) === 'first' && delivery.endpointWasFree) {
        this.lateUntil = lateUntilAfter(clock.getTime() - delivery.dueAt.getTime(), now);
      }
      const attempt: Promise<void> = this.attempt(queue, delivery, lane).finally(() => this.attempts.delete(attempt));
      this.attempts.add(attempt);
      return true;
    });
  }

  /** An attempt from its beginning until its outcome is written. Never rejects. */
  private async attempt(queue: EndpointQueue, delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    const kind = kindOf(delivery);
    const end = await makeAttempt(this.ctx, queue.target, delivery).catch((err: unknown) => {
      // A fault of ours, and no outcome: the attempt is made again when its claim has ended.
      const line = { err, delivery: delivery.id, endpoint: delivery.endpointId, ...requestFact(delivery) };
      this.ctx.foldedLog.log('error', 'attempt', line, 'an attempt could not be made');
      return null;
    });
    const now = performance.now();
    this.lanes.ended(lane);
    queue.ended(kind, end, now);
    if (end) this.lanes.move(queue, laneAfter(end) ?? queue.lane);
    if (end && kind === 'first') this.ctx.counts.add(FIRST_ATTEMPTS, lane);
    if (end && end.outcome !== 'ok') void this.release(queue.takeSurplus(now));
    if (queue.ahead > 0) this.lanes.add(queue);
    this.start();
    if (queue.room(kind, now) > 0) this.watcher.onRoom(delivery.endpointId);
    if (end) {
      await this.writer.add(end);
      queue.written();
    }
    this.claims.delete(delivery.id);
    this.watcher.onRoom();
  }

  private resumeLater(queue: EndpointQueue): void {
    if (this.throttled.has(queue)) return;
    this.throttled.add(queue);
    const resume = () => {
      this.throttled.delete(queue);
      this.lanes.add(queue);
      this.start();
      this.watcher.onRoom(queue.target.endpointId);
    };
    setTimeout(resume, THROTTLED_FOR_MS).unref();
  }

  /**
   * This process has acquired a shard.
   *
   * @param busy the attempts under way at the previous holder, by endpoint: they take places until they have ended for
   * certain.
   */
  beginShard(busy: Readonly<Record<string, number>>): void {
    this.elsewhere.beginShard(busy, performance.now());
  }

  /**
   * A shard goes to another worker: releases its claims, and waits up to `maxWaitMs` for its attempts under way.
   *
   * @returns the attempts that are still under way here or at previous holders, by endpoint.
   */
  async endShard(shard: number, maxWaitMs: number): Promise<Record<string, number>> {
    const queues = [...this.queues].filter(([id]) => shardOf(id) === shard).map(([, queue]) => queue);
    await this.release(queues.flatMap((queue) => queue.takeAll()));
    const until = performance.now() + maxWaitMs;
    while (performance.now() < until && queues.some((queue) => queue.underWay > 0)) await pause(20);
    const busy = queues.filter((queue) => queue.underWay > 0);
    const own = new Map(busy.map((queue) => [queue.target.endpointId, queue.underWay]));
    return this.elsewhere.handOver(shard, own, performance.now());
  }

  counts(lane: Lane): { underWay: number; ahead: number } {
    const counts = { underWay: 0, ahead: 0 };
    for (const queue of this.queues.values()) {
      if (queue.lane !== lane) continue;
      counts.underWay += queue.underWay;
      counts.ahead += queue.ahead;
    }
    return counts;
  }

  /** Forgets endpoints that nothing waits for. */
  deleteIdle(waiting: ReadonlySet<string>): void {
    for (const [id, queue] of this.queues) if (queue.idle && !waiting.has(id)) this.queues.delete(id);
  }

  /** Begins nothing more. */
  halt(): void {
    this.mode = 'halted';
  }

  /** Releases attempts that were not begun, and settles when the outcomes of the others are written. */
  async close(): Promise<void> {
    this.halt();
    for (const timer of this.timers) clearInterval(timer);
    await this.release([...this.queues.values()].flatMap((queue) => queue.takeAll()));
    const giveUp = setTimeout(() => this.ending.abort(), ANSWER_DEADLINE_MS + WRITING_MS);
    await Promise.all(this.attempts);
    clearTimeout(giveUp);
  }

  /** Ends claims of attempts that were not begun. If the database is away, they end with their leases. */
  private async release(unsent: readonly ClaimedDelivery[]): Promise<void> {
    if (unsent.length === 0) return;
    const ids = unsent.map(({ id }) => id);
    for (const id of ids) this.claims.delete(id);
    await releaseClaims(this.ctx.sql, ids).catch(() => {});
    // A claim statement that ran at the same time may have skipped these rows.
    this.watcher.onReleased();
  }
}
