import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import { PERMISSION_MS } from '../../platform/outbox/notify-senders.js';
import { requestFact } from '../../platform/traces/trace-context.js';
import { type AttemptKind, type Lane, laneAfter, PLACES } from '../rules/fairness.js';
import { shardOf } from '../rules/shards.js';
import { listSendTargets, releaseClaims, type SendTarget } from '../sql/claims.js';
import { AttemptsElsewhere } from './attempts-elsewhere.js';
import { type ClaimedDelivery, EndpointQueue, kindOf } from './endpoint-queue.js';
import { Lanes } from './lanes.js';
import { makeAttempt } from './make-attempt.js';
import { OutcomeWriter } from './outcome-writer.js';

const GIVE_BACK_EVERY_MS = 2_000;
/** How long the last outcomes may take to be written when the worker ends. */
const WRITING_MS = 8_000;
/** How often permissions are requested again while something waits for them. */
const REFRESH_EVERY_MS = 150;

/** The count of first attempts that ended, by lane. */
export const FIRST_ATTEMPTS = 'first_attempts';

interface Watcher {
  /** Whether attempts for this endpoint may begin here: its shard is held. */
  holds(endpointId: string): boolean;
  /** More may be claimed for an endpoint. */
  onRoom(endpointId: string): void;
  /** More may be claimed in all, as some is written down. */
  onFreed(): void;
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
  private readonly lanes: Lanes;
  /** The ids of attempts that are claimed, under way or ended. */
  private readonly claims = new Set<string>();
  private readonly sending = new Set<Promise<void>>();
  private readonly writer: OutcomeWriter;
  private readonly elsewhere = new AttemptsElsewhere();
  private timers: NodeJS.Timeout[] = [];
  private isRefreshing = false;

  constructor(
    private readonly ctx: Context,
    private readonly watcher: Watcher,
  ) {
    this.lanes = new Lanes((endpointIds) => {
      this.start();
      for (const id of endpointIds) watcher.onRoom(id);
    });
    this.writer = new OutcomeWriter(ctx, (ends) => {
      for (const { id, endpointId } of ends) {
        this.claims.delete(id);
        this.queues.get(endpointId)?.written();
      }
      watcher.onFreed();
    });
  }

  /** How many attempts are claimed and not written. */
  get held(): number {
    return this.claims.size;
  }

  /** @returns how much more of a kind this endpoint may claim now. */
  room(endpointId: string, kind: AttemptKind): number {
    return this.queues.get(endpointId)?.room(kind, performance.now()) ?? PLACES;
  }

  /** Whether this endpoint has failed so often that it gets probes only. */
  isProbed(endpointId: string): boolean {
    return this.queues.get(endpointId)?.isProbed ?? false;
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
      const { recalls } = queue.target;
      queue.setTarget(target);
      queue.permittedUntil = target.open ? askedAt + PERMISSION_MS : 0;
      const probeInMs = (target.probeAt?.getTime() ?? 0) - clock.getTime();
      queue.judge({ failuresInARow: target.failuresInARow, probeInMs }, now);
      this.lanes.move(queue, target.slowUntil !== null && target.slowUntil > clock ? 'slow' : 'fast');
      this.queues.set(target.endpointId, queue);
      if (queue.ahead === 0) continue;
      if (!target.open || target.recalls !== recalls) void this.giveBack(queue.shedAll());
      else this.lanes.add(queue);
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
    if (this.timers.length === 0) this.startTimers();
    return true;
  }

  private startTimers(): void {
    const giveBackOld = () => {
      for (const queue of this.queues.values()) void this.giveBack(queue.shed(performance.now()));
    };
    this.timers = [
      setInterval(giveBackOld, GIVE_BACK_EVERY_MS).unref(),
      setInterval(() => void this.refreshTargets(REFRESH_EVERY_MS), REFRESH_EVERY_MS).unref(),
    ];
  }

  /**
   * Reads the permission to begin claimed attempts again, and begins them.
   *
   * @param olderThan only where the permission is older than this, in milliseconds.
   */
  async refreshTargets(olderThan = 0): Promise<void> {
    const askedAt = performance.now();
    const until = askedAt + PERMISSION_MS - olderThan;
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

  /** Sends all that there is room for. */
  start(): void {
    if (this.mode === 'halted') return;
    const now = performance.now();
    this.lanes.takeTurns((queue, lane) => {
      // It comes back once its permission is renewed.
      if (now >= queue.permittedUntil || !this.watcher.holds(queue.target.endpointId)) return false;
      const delivery = queue.next(now, PLACES - this.elsewhere.count(queue.target.endpointId, now));
      if (!delivery) {
        if (queue.ahead > 0 && queue.pacedMs(now) > 0) this.lanes.resumeLater(queue);
        return false;
      }
      const sending: Promise<void> = this.send(queue, delivery, lane).finally(() => this.sending.delete(sending));
      this.sending.add(sending);
      return true;
    });
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
    await this.giveBack([...this.queues.values()].flatMap((queue) => queue.shedAll()));
    await Promise.all(this.sending);
    await this.writer.close(WRITING_MS);
    for (const timer of this.timers) clearInterval(timer);
    this.lanes.close();
  }

  private async send(queue: EndpointQueue, delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    this.lanes.begun(lane);
    const kind = kindOf(delivery);
    const pace: { ok: boolean | null; durationMs: number } = { ok: null, durationMs: 0 };
    try {
      const end = await makeAttempt(this.ctx, queue.target, delivery);
      Object.assign(pace, { ok: end.outcome === 'ok', durationMs: end.durationMs });
      this.writer.add(end);
      if (kind === 'first') this.ctx.counts.add(FIRST_ATTEMPTS, lane);
      // The row says so too, once it is written.
      this.lanes.move(queue, laneAfter(end) ?? queue.lane);
    } catch (err) {
      // A fault of ours: when the claim has ended the attempt is made again.
      this.claims.delete(delivery.id);
      const line = { err, delivery: delivery.id, endpoint: delivery.endpointId, ...requestFact(delivery) };
      this.ctx.foldedLog.log('error', 'attempt', line, 'an attempt could not be made');
    } finally {
      this.lanes.ended(lane);
      queue.ended(kind, pace, performance.now());
      if (queue.ahead > 0) this.lanes.add(queue);
      if (pace.ok === false) void this.giveBack(queue.shed(performance.now()));
      this.start();
      if (queue.room(kind, performance.now()) > 0) this.watcher.onRoom(delivery.endpointId);
    }
  }

  /** Lets others claim attempts that were not begun. If the database is away, they are free when their leases end. */
  private async giveBack(unsent: readonly ClaimedDelivery[]): Promise<void> {
    if (unsent.length === 0) return;
    for (const { id } of unsent) this.claims.delete(id);
    await releaseClaims(this.ctx.sql, unsent).catch(() => {});
    // A claim that ran at the same time may have skipped them.
    this.watcher.onReleased();
  }
}
