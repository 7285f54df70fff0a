import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import { ANSWER_DEADLINE_MS } from '../../platform/outbound-http/send.js';
import { PERMISSION_MS } from '../../platform/outbox/notify-senders.js';
import type { GroupCommit } from '../../platform/process/group-commit.js';
import { requestFact } from '../../platform/traces/trace-context.js';
import { type AttemptKind, type Lane, laneAfter, lateUntilAfter, PLACES } from '../rules/fairness.js';
import { shardOf } from '../rules/shards.js';
import { listSendTargets, releaseClaims, type SendTarget } from '../sql/claims.js';
import type { AttemptEnd } from '../sql/outcomes.js';
import { AttemptsElsewhere } from './attempts-elsewhere.js';
import { type ClaimedDelivery, EndpointQueue, kindOf } from './endpoint-queue.js';
import { Lanes } from './lanes.js';
import { makeAttempt } from './make-attempt.js';
import { createOutcomeWriter } from './outcome-writer.js';

const GIVE_BACK_EVERY_MS = 2_000;
/** How long the last outcomes may take to be written when the worker ends. */
const WRITING_MS = 8_000;
/** How often permissions are requested again while something waits for them. */
const REFRESH_EVERY_MS = 150;
/** How soon at the least an endpoint that was sent enough is sent more. */
const PACE_MS = 50;

/** The count of first attempts that ended, by lane. */
export const FIRST_ATTEMPTS = 'first_attempts';

interface Watcher {
  /** Whether attempts for this endpoint may begin here: its shard is held. */
  holds(endpointId: string): boolean;
  /** More may be claimed, for this endpoint or for all of them. */
  onRoom(endpointId?: string): void;
  /** Attempts were given back. */
  onReleased(): void;
}

/**
 * Sends the attempts that this process has claimed. Endpoints take turns; slow endpoints have their own lane.
 *
 *     an attempt:   claimed ──► under way ──► ended ──► written
 *                      └──► given back: its row waits again
 *     dispatcher:   sending ──halt──► halted: nothing begins, attempts under way end ──close──► closed
 *
 * An attempt begins while its shard is held, its endpoint has a place, and the permission of the endpoint is fresh.
 */
export class Dispatcher {
  private mode: 'sending' | 'halted' = 'sending';
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly lanes = new Lanes();
  /** Endpoints that were sent enough. */
  private readonly paced = new Set<EndpointQueue>();
  /** The ids of attempts that are claimed, under way or ended. */
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
    const giveBackOld = () => {
      for (const queue of this.queues.values()) void this.giveBack(queue.shed(performance.now()));
    };
    this.timers = [
      setInterval(giveBackOld, GIVE_BACK_EVERY_MS).unref(),
      setInterval(() => void this.refreshTargets(), REFRESH_EVERY_MS).unref(),
    ];
  }

  /** How many attempts are claimed and not written. */
  get held(): number {
    return this.claims.size;
  }

  /** Whether first attempts begin so late that retries have to wait. */
  get isLate(): boolean {
    return performance.now() < this.lateUntil;
  }

  /** @returns how much more of a kind this endpoint may claim now. */
  room(endpointId: string, kind: AttemptKind): number {
    return this.queues.get(endpointId)?.room(kind, performance.now()) ?? PLACES;
  }

  /**
   * Takes the current address and state of endpoints. Gives back claims of closed endpoints and recalled claims.
   *
   * @param askedAt before the query, by the monotonic clock: from then on it counts.
   */
  updateTargets(targets: readonly SendTarget[], askedAt: number): void {
    const [now, clock] = [performance.now(), this.ctx.clock.now()];
    for (const target of targets) {
      const queue = this.queues.get(target.endpointId) ?? new EndpointQueue(target);
      this.queues.set(target.endpointId, queue);
      const { recalls } = queue.target;
      queue.update(target, { askedAt, now, clock });
      this.lanes.move(queue, target.slowUntil !== null && target.slowUntil > clock ? 'slow' : 'fast');
      if (!target.open || target.recalls !== recalls) void this.giveBack(queue.shedAll());
      else if (queue.ahead > 0) this.lanes.add(queue);
    }
  }

  /**
   * @returns false when the attempt is already here (its lease ended while the database was away), was recalled, or its
   * shard was handed over.
   */
  accept(delivery: ClaimedDelivery, recalls: number): boolean {
    const queue = this.queues.get(delivery.endpointId);
    if (!queue || this.claims.has(delivery.id)) return false;
    // An attempt that was claimed during the handover of its shard belongs to the other worker.
    if (queue.target.recalls !== recalls || !this.watcher.holds(delivery.endpointId)) {
      void this.giveBack([delivery]);
      return false;
    }
    this.claims.add(delivery.id);
    // The next claim finds them superseded.
    void this.giveBack(queue.push(delivery));
    this.lanes.add(queue);
    return true;
  }

  /** Reads permissions to begin claimed attempts again before they end, and begins the attempts. */
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
      // It comes back once its permission is renewed.
      if (now >= queue.permittedUntil || !this.watcher.holds(queue.target.endpointId)) return false;
      const delivery = queue.next(now, PLACES - this.elsewhere.count(queue.target.endpointId, now));
      if (!delivery) {
        if (queue.ahead > 0 && queue.pacedMs(now) > 0) this.resumeLater(queue);
        return false;
      }
      if (kindOf(delivery) === 'first' && delivery.foundIdle) {
        this.lateUntil = lateUntilAfter(clock.getTime() - delivery.dueAt.getTime(), now);
      }
      const attempt: Promise<void> = this.attempt(queue, delivery, lane).finally(() => this.attempts.delete(attempt));
      this.attempts.add(attempt);
      return true;
    });
  }

  /** An attempt from its beginning until its outcome is written. */
  private async attempt(queue: EndpointQueue, delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    const kind = kindOf(delivery);
    const end = await makeAttempt(this.ctx, queue.target, delivery).catch((err: unknown) => {
      // A fault of ours: when the claim has ended the attempt is made again.
      const line = { err, delivery: delivery.id, endpoint: delivery.endpointId, ...requestFact(delivery) };
      this.ctx.foldedLog.log('error', 'attempt', line, 'an attempt could not be made');
      return null;
    });
    const now = performance.now();
    this.lanes.ended(lane);
    queue.ended(kind, end, now);
    // The row says so too, once it is written.
    if (end) this.lanes.move(queue, laneAfter(end) ?? queue.lane);
    if (end && kind === 'first') this.ctx.counts.add(FIRST_ATTEMPTS, lane);
    if (end && end.outcome !== 'ok') void this.giveBack(queue.shed(now));
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
    if (this.paced.has(queue)) return;
    this.paced.add(queue);
    const resume = () => {
      this.paced.delete(queue);
      this.lanes.add(queue);
      this.start();
      this.watcher.onRoom(queue.target.endpointId);
    };
    setTimeout(resume, PACE_MS).unref();
  }

  /** A shard was taken over: what its last holder has under way takes places of these endpoints, until it has ended for certain. */
  begin(busy: Readonly<Record<string, number>>): void {
    this.elsewhere.begin(busy, performance.now());
  }

  /**
   * A shard goes to another worker: gives back its claims, and waits a little for its running attempts.
   *
   * @returns the attempts that still run here or at the previous holders, by endpoint.
   */
  async end(shard: number, maxWaitMs: number): Promise<Record<string, number>> {
    const queues = [...this.queues].filter(([id]) => shardOf(id) === shard).map(([, queue]) => queue);
    await this.giveBack(queues.flatMap((queue) => queue.shedAll()));
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

  /** Gives back attempts that were not begun, and settles when the outcomes of the others are written. */
  async close(): Promise<void> {
    this.halt();
    for (const timer of this.timers) clearInterval(timer);
    await this.giveBack([...this.queues.values()].flatMap((queue) => queue.shedAll()));
    const giveUp = setTimeout(() => this.ending.abort(), ANSWER_DEADLINE_MS + WRITING_MS);
    await Promise.all(this.attempts);
    clearTimeout(giveUp);
  }

  /** Lets others claim attempts that were not begun. If the database is away, they are free when their leases end. */
  private async giveBack(unsent: readonly ClaimedDelivery[]): Promise<void> {
    if (unsent.length === 0) return;
    const ids = unsent.map(({ id }) => id);
    for (const id of ids) this.claims.delete(id);
    await releaseClaims(this.ctx.sql, ids).catch(() => {});
    // A claim that ran at the same time may have skipped them.
    this.watcher.onReleased();
  }
}
