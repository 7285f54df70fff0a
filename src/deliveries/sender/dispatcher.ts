import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context/context.js';
import { PERMISSION_MS } from '../../platform/outbox/notify-senders.js';
import { requestFact, storedTrace } from '../../platform/traces/trace-context.js';
import type { StartedSpan } from '../../platform/traces/tracer.js';
import { noteAttempt } from '../note-attempt.js';
import { delayAfterFailure } from '../rules/retry-schedule.js';
import { shardOf } from '../rules/shards.js';
import { isQuick, isSlow } from '../rules/slow.js';
import { sendSigned } from '../send-signed.js';
import { type AttemptKind, listSendTargets, type SendTarget } from '../sql/claims.js';
import type { AttemptEnd } from '../sql/outcomes.js';
import type { Lane } from '../workflow.js';
import { type ClaimedDelivery, EndpointQueue, kindOf, SHARE } from './endpoint-queue.js';
import { HeldClaims } from './held-claims.js';
import { OutcomeWriter } from './outcome-writer.js';

const RENEW_EVERY_MS = 2_000;
/** How long the last outcomes may take to be written when the worker ends: no longer than it is given. */
const WRITING_MS = 8_000;
/** How often endpoints that were sent enough are looked at. */
const PACE_MS = 50;
/** Attempts under way in each lane of this process. */
const LANE_SIZE = 500;
/** How often permissions are requested again while something waits for them. */
const REFRESH_EVERY_MS = 150;
/** How long an attempt that was under way at a hand-over may still be: the contract's ten seconds. */
const LONGEST_ATTEMPT_MS = 10_000;

/** The count of first attempts that ended, by lane. */
export const FIRST_ATTEMPTS = 'first_attempts';

interface Watcher {
  /** Whether attempts for this endpoint may begin here: its shard is held. */
  holds(endpointId: string): boolean;
  /** More may be claimed for an endpoint. */
  onRoom(endpointId: string): void;
  /** More may be claimed in all, as some is written down. */
  onFreed(): void;
  /** Some that was claimed waits again, before what the next claims would begin with. */
  onReleased(): void;
}

/** The buffer as it was, if its content is the same: what was decrypted is remembered by the buffer. */
function kept(before: Buffer | null, now: Buffer | null): Buffer | null {
  return before !== null && now !== null && before.equals(now) ? before : now;
}

/** Sends what was claimed: each endpoint up to its share, by turns, and those that are slow in a lane of their own. */
export class Dispatcher {
  private readonly queues = new Map<string, EndpointQueue>();
  /** Endpoints with something to send and room in their share, in their turn. */
  private readonly ready: Record<Lane, Set<EndpointQueue>> = { fast: new Set(), slow: new Set() };
  private readonly underWay: Record<Lane, number> = { fast: 0, slow: 0 };
  private readonly claims: HeldClaims;
  private readonly sending = new Set<Promise<void>>();
  private readonly writer: OutcomeWriter;
  private halted = false;
  private readonly paced = new Set<EndpointQueue>();
  private pacing: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;
  private refreshing: NodeJS.Timeout | undefined;
  private isRefreshing = false;
  /** What the last holder of an endpoint's shard still had under way. */
  private readonly elsewhere = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly ctx: Context,
    private readonly watcher: Watcher,
  ) {
    this.claims = new HeldClaims(ctx, () => watcher.onReleased());
    this.writer = new OutcomeWriter(ctx, (ends) => {
      for (const { id, endpointId } of ends) {
        this.claims.forget(id);
        this.queues.get(endpointId)?.written();
      }
      watcher.onFreed();
    });
  }

  /** How much is claimed and not written down. */
  get held(): number {
    return this.claims.size;
  }

  /** @returns how much more of a kind this endpoint may claim now. */
  room(endpointId: string, kind: AttemptKind): number {
    return this.queues.get(endpointId)?.room(kind, performance.now()) ?? SHARE;
  }

  /** @returns the change of this endpoint after which the next claim begins, or the instant from which retries are claimed. */
  claimedUpTo(endpointId: string, kind: AttemptKind): number {
    return this.queues.get(endpointId)?.claimedUpTo[kind] ?? 0;
  }

  /** Lets the next claims begin with the oldest again, of these endpoints or of all. */
  fromOldest(endpointIds: Iterable<string> = this.queues.keys()): void {
    for (const id of endpointIds) Object.assign(this.queues.get(id)?.claimedUpTo ?? {}, { first: 0, retry: 0 });
  }

  /** Whether this endpoint has failed for so long that it is merely probed. */
  isProbing(endpointId: string): boolean {
    return this.queues.get(endpointId)?.failing ?? false;
  }

  /**
   * Learns how endpoints are reached and fare. What is claimed for one that is closed, or was recalled, is given back.
   *
   * @param askedAt before the query, by the monotonic clock: from then on it counts.
   */
  updateTargets(targets: readonly SendTarget[], askedAt: number): void {
    const [now, clock] = [performance.now(), this.ctx.clock.now()];
    for (const target of targets) {
      const queue = this.queues.get(target.endpointId) ?? new EndpointQueue(target, now);
      const { secret, previousSecret, recalls } = queue.target;
      queue.target = {
        ...target,
        secret: kept(secret, target.secret),
        previousSecret: kept(previousSecret, target.previousSecret),
      };
      queue.permittedUntil = target.open ? askedAt + PERMISSION_MS : 0;
      const probeInMs = (target.probeAt?.getTime() ?? 0) - clock.getTime();
      queue.judge({ failuresInARow: target.failuresInARow, probeInMs }, now);
      this.move(queue, target.slowUntil !== null && target.slowUntil > clock ? 'slow' : 'fast');
      this.queues.set(target.endpointId, queue);
      if (queue.ahead === 0) continue;
      if (!target.open || target.recalls !== recalls) void this.claims.release(queue.shedAll());
      else this.ready[queue.lane].add(queue);
    }
  }

  /** @returns false for one that it has, as its lease ended while nothing could be written down, that was recalled, or whose shard went. */
  accept(delivery: ClaimedDelivery, recalls: number): boolean {
    const queue = this.queues.get(delivery.endpointId);
    if (!queue || this.claims.has(delivery.id)) return false;
    // What was claimed while its shard went to another worker is for that one.
    if (queue.target.recalls !== recalls || !this.watcher.holds(delivery.endpointId)) {
      void this.claims.release([delivery]);
      return false;
    }
    this.renewing ??= setInterval(() => void this.renewOld(), RENEW_EVERY_MS).unref();
    this.refreshing ??= setInterval(() => void this.refreshTargets(REFRESH_EVERY_MS), REFRESH_EVERY_MS).unref();
    const now = performance.now();
    this.claims.add(delivery);
    const outdated = queue.push(delivery, now);
    // The next claim finds them superseded.
    if (outdated.length > 0) void this.claims.release(outdated);
    this.ready[queue.lane].add(queue);
    return true;
  }

  /**
   * Asks again whether what is claimed may begin, and begins it.
   *
   * @param olderThan only where the permission is older than so many milliseconds.
   */
  async refreshTargets(olderThan = 0): Promise<void> {
    const askedAt = performance.now();
    const until = askedAt + PERMISSION_MS - olderThan;
    const due = [...this.queues.values()].filter((queue) => queue.ahead > 0 && queue.permittedUntil <= until);
    if (due.length === 0 || this.isRefreshing) return;
    this.isRefreshing = true;
    try {
      this.updateTargets(
        await listSendTargets(
          this.ctx.sql,
          due.map((queue) => queue.target.endpointId),
        ),
        askedAt,
      );
    } catch (err) {
      this.ctx.foldedLog.log('warn', 'permissions', { err }, 'nothing is sent: endpoints could not be read');
    } finally {
      this.isRefreshing = false;
    }
    this.start();
  }

  /** Sends all that there is room for. */
  start(): void {
    if (this.halted) return;
    const now = performance.now();
    for (const lane of ['fast', 'slow'] as const) {
      const ready = this.ready[lane];
      for (const queue of ready) {
        if (this.underWay[lane] >= LANE_SIZE) break;
        ready.delete(queue);
        // It comes back once its permission is renewed.
        if (now >= queue.permittedUntil || !this.watcher.holds(queue.target.endpointId)) continue;
        const delivery = queue.next(now, SHARE - this.countElsewhere(queue.target.endpointId, now));
        if (!delivery) {
          if (queue.ahead > 0 && queue.pacedMs(now) > 0) this.resumeLater(queue);
          continue;
        }
        // At the end of the line: the loop comes to it again when everybody has had a turn.
        ready.add(queue);
        const sending: Promise<void> = this.send(queue, delivery, lane).finally(() => this.sending.delete(sending));
        this.sending.add(sending);
      }
    }
  }

  /** Comes back to what has been sent enough for the moment. */
  private resumeLater(queue: EndpointQueue): void {
    this.paced.add(queue);
    this.pacing ??= setTimeout(() => {
      this.pacing = undefined;
      for (const one of this.paced) this.ready[one.lane].add(one);
      const resumed = [...this.paced].map((one) => one.target.endpointId);
      this.paced.clear();
      this.start();
      for (const id of resumed) this.watcher.onRoom(id);
    }, PACE_MS);
  }

  private countElsewhere(endpointId: string, now: number): number {
    const busy = this.elsewhere.get(endpointId);
    if (busy && busy.until <= now) this.elsewhere.delete(endpointId);
    return busy && busy.until > now ? busy.count : 0;
  }

  /** A shard was taken over: what its last holder has under way takes places of these endpoints, until it has ended for certain. */
  begin(busy: Readonly<Record<string, number>>): void {
    const until = performance.now() + LONGEST_ATTEMPT_MS;
    for (const [endpointId, count] of Object.entries(busy)) this.elsewhere.set(endpointId, { count, until });
  }

  /**
   * A shard goes to somebody else: gives back what is claimed for it, and waits a little for what is under way.
   *
   * @returns what is still under way, by endpoint.
   */
  async end(shard: number, patienceMs: number): Promise<Record<string, number>> {
    const queues = [...this.queues].filter(([id]) => shardOf(id) === shard).map(([, queue]) => queue);
    await this.claims.release(queues.flatMap((queue) => queue.shedAll()));
    const until = performance.now() + patienceMs;
    while (performance.now() < until && queues.some((queue) => queue.underWay > 0)) await pause(20);
    const busy = queues.filter((queue) => queue.underWay > 0);
    return Object.fromEntries(busy.map((queue) => [queue.target.endpointId, queue.underWay]));
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
    this.halted = true;
  }

  /** Gives back what was not begun, and settles when what is under way is written down. */
  async close(): Promise<void> {
    this.halt();
    for (const queue of this.queues.values()) await this.claims.release(queue.shedAll());
    await Promise.all(this.sending);
    await this.writer.close(WRITING_MS);
    clearInterval(this.renewing);
    clearInterval(this.refreshing);
    clearTimeout(this.pacing);
  }

  private async send(queue: EndpointQueue, delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    this.underWay[lane] += 1;
    const kind = kindOf(delivery);
    const pace: { ok: boolean | null; durationMs: number } = { ok: null, durationMs: 0 };
    const span = this.startSpan(delivery);
    try {
      const outcome = await sendSigned(this.ctx, { ...queue.target, ...delivery, deliveryId: delivery.id });
      pace.ok = outcome.class === 'ok';
      span?.end({
        facts: { 'delivery.outcome': outcome.class, 'http.response.status_code': outcome.statusCode ?? 0 },
        ...(!pace.ok && { error: outcome.class }),
      });
      pace.durationMs = outcome.durationMs;
      const at = this.ctx.clock.now();
      const delay = pace.ok ? null : delayAfterFailure(delivery.attempt);
      const nextAttemptAt = delay === null ? null : new Date(at.getTime() + delay);
      const { id, run, attempt, endpointId } = delivery;
      const end: AttemptEnd = { ...outcome, id, run, attempt, endpointId, outcome: outcome.class, nextAttemptAt, at };
      this.writer.add(end);
      noteAttempt(this.ctx, { deliveryId: id, endpointId, run, attempt, requestId: delivery.requestId }, end);
      if (kind === 'first') this.ctx.counts.add(FIRST_ATTEMPTS, lane);
      // The row says so too, once it is written.
      if (isSlow(end)) this.move(queue, 'slow');
      else if (isQuick(end)) this.move(queue, 'fast');
    } catch (err) {
      // A fault of ours: the claim is not renewed, and when it has ended the attempt is made again.
      span?.end({ error: err });
      this.claims.forget(delivery.id);
      const line = { err, delivery: delivery.id, endpoint: delivery.endpointId, ...requestFact(delivery) };
      this.ctx.foldedLog.log('error', 'attempt', line, 'an attempt could not be made');
    } finally {
      this.underWay[lane] -= 1;
      queue.ended(kind, pace, performance.now());
      if (queue.ahead > 0) this.ready[queue.lane].add(queue);
      if (pace.ok === false) void this.claims.release(queue.shed(performance.now()));
      this.start();
      if (queue.room(kind, performance.now()) > 0) this.watcher.onRoom(delivery.endpointId);
    }
  }

  private startSpan(delivery: ClaimedDelivery): StartedSpan | undefined {
    const parent = this.ctx.tracer ? storedTrace(delivery)?.traceparent : undefined;
    if (parent === undefined) return undefined;
    const facts = {
      'delivery.id': delivery.id,
      'delivery.endpoint': delivery.endpointId,
      'delivery.attempt': delivery.attempt,
    };
    return this.ctx.tracer?.start('delivery attempt', { kind: 'client', parent, facts });
  }

  private move(queue: EndpointQueue, lane: Lane): void {
    if (queue.lane === lane) return;
    if (this.ready[queue.lane].delete(queue)) this.ready[lane].add(queue);
    queue.lane = lane;
  }

  /** Renews the claims that are old, after giving back those of endpoints that have fallen silent. */
  private async renewOld(): Promise<void> {
    for (const queue of this.queues.values()) await this.claims.release(queue.shed(performance.now()));
    await this.claims.renew();
  }
}
