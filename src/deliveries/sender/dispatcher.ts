import type { Context } from '../../platform/context/context.js';
import { noteAttempt } from '../note-attempt.js';
import { delayAfterFailure } from '../rules/retry-schedule.js';
import { isQuick, isSlow, SLOW_FOR_MS } from '../rules/slow.js';
import { sendSigned } from '../send-signed.js';
import { clearSlow, markSlow } from '../sql/delivery-endpoints.js';
import { type ClaimKey, releaseClaims, renewClaims, type SendTarget } from '../sql/first-attempts.js';
import type { FirstEnd } from '../sql/outcomes.js';
import type { Lane } from '../workflow.js';
import { type ClaimedDelivery, EndpointQueue, SHARE } from './endpoint-queue.js';
import { OutcomeWriter } from './outcome-writer.js';

/** How long a claim holds unless it is renewed: so late what a killed worker had under way is sent again. */
export const LEASE_MS = 15_000;
/** A claim this old is renewed at the next round, so most never are: they end within a second. */
const RENEW_AFTER_MS = 4_000;
const RENEW_EVERY_MS = 2_000;
/** How long the last outcomes may take to be written when the worker ends: no longer than it is given. */
const WRITING_MS = 8_000;
/** How often endpoints that were sent enough are looked at. */
const PACE_MS = 50;
/** Attempts under way in each lane of this process. */
const LANE_SIZE = 500;

/** The count of first attempts that ended, by lane. */
export const FIRST_ATTEMPTS = 'first_attempts';

interface Watcher {
  onSent(endpointId: string): void;
  /** More may be claimed for an endpoint. */
  onRoom(endpointId: string): void;
  /** More may be claimed in all, as some is written down. */
  onFreed(): void;
  /** Some that was claimed waits again, before what the next claims would begin with. */
  onGivenBack(): void;
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
  /** All that is claimed and not written down. */
  private readonly claims = new Map<string, ClaimKey & { renewAt: number }>();
  private readonly sending = new Set<Promise<void>>();
  private readonly writer: OutcomeWriter;
  private halted = false;
  private readonly paced = new Set<EndpointQueue>();
  private pacing: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;

  constructor(
    private readonly ctx: Context,
    private readonly watcher: Watcher,
  ) {
    this.writer = new OutcomeWriter(ctx, (ends) => {
      for (const { id } of ends) this.claims.delete(id);
      watcher.onFreed();
    });
  }

  /** How much is claimed and not written down. */
  get held(): number {
    return this.claims.size;
  }

  /** @returns how much more this endpoint may claim now. */
  room(endpointId: string): number {
    return this.queues.get(endpointId)?.room(performance.now()) ?? SHARE;
  }

  /** @returns the change of this endpoint after which the next claim begins. */
  claimedUpTo(endpointId: string): number {
    return this.queues.get(endpointId)?.claimedUpTo ?? 0;
  }

  /** Lets the next claims begin with the oldest again. */
  fromOldest(): void {
    for (const queue of this.queues.values()) queue.claimedUpTo = 0;
  }

  /** Whether this endpoint has failed for so long that it is merely probed. */
  probes(endpointId: string): boolean {
    return this.queues.get(endpointId)?.failing ?? false;
  }

  /** Learns how endpoints are reached, as it stands now. */
  know(targets: readonly SendTarget[]): void {
    const now = this.ctx.clock.now();
    for (const target of targets) {
      const queue = this.queues.get(target.endpointId) ?? new EndpointQueue(target, performance.now());
      const { secret, previousSecret } = queue.target;
      queue.target = {
        ...target,
        secret: kept(secret, target.secret),
        previousSecret: kept(previousSecret, target.previousSecret),
      };
      this.move(queue, target.slowUntil !== null && target.slowUntil > now ? 'slow' : 'fast');
      this.queues.set(target.endpointId, queue);
    }
  }

  /** @returns false for one that it has: its lease ended while nothing could be written down. */
  take(delivery: ClaimedDelivery): boolean {
    const queue = this.queues.get(delivery.endpointId);
    if (!queue || this.claims.has(delivery.id)) return false;
    this.renewing ??= setInterval(() => void this.tend(), RENEW_EVERY_MS).unref();
    const now = performance.now();
    this.claims.set(delivery.id, { id: delivery.id, run: delivery.run, renewAt: now + RENEW_AFTER_MS });
    queue.push(delivery, now);
    // A failing endpoint is probed with its newest, which says nothing about older ones.
    if (!queue.failing) queue.claimedUpTo = Math.max(queue.claimedUpTo, delivery.changeSeq);
    this.ready[queue.lane].add(queue);
    return true;
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
        const delivery = queue.next(now);
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

  counts(of: (endpointId: string, queue: EndpointQueue) => boolean): { underWay: number; ahead: number } {
    const counts = { underWay: 0, ahead: 0 };
    for (const [id, queue] of this.queues) {
      if (!of(id, queue)) continue;
      counts.underWay += queue.underWay;
      counts.ahead += queue.ahead;
    }
    return counts;
  }

  /** Forgets endpoints that nothing waits for. */
  forgetIdle(waiting: ReadonlyMap<string, unknown>): void {
    for (const [id, queue] of this.queues) if (queue.idle && !waiting.has(id)) this.queues.delete(id);
  }

  /** Begins nothing more. */
  halt(): void {
    this.halted = true;
  }

  /** Gives back what was not begun, and settles when what is under way is written down. */
  async close(): Promise<void> {
    this.halt();
    for (const queue of this.queues.values()) await this.giveBack(queue.shedAll());
    await Promise.all(this.sending);
    await this.writer.close(WRITING_MS);
    clearInterval(this.renewing);
    clearTimeout(this.pacing);
  }

  private async send(queue: EndpointQueue, delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    this.underWay[lane] += 1;
    let ok: boolean | null = null;
    let durationMs = 0;
    try {
      const outcome = await sendSigned(this.ctx, { ...queue.target, ...delivery, deliveryId: delivery.id });
      ok = outcome.class === 'ok';
      durationMs = outcome.durationMs;
      const at = this.ctx.clock.now();
      const nextAttemptAt = ok ? null : new Date(at.getTime() + (delayAfterFailure(1) ?? 0));
      const { id, run, endpointId } = delivery;
      const end: FirstEnd = { ...outcome, id, run, endpointId, outcome: outcome.class, nextAttemptAt, at };
      this.writer.add(end);
      this.note(queue, lane, end);
    } catch (err) {
      // A fault of ours: the claim is not renewed, and when it has ended the attempt is made again.
      this.claims.delete(delivery.id);
      const line = { err, delivery: delivery.id, endpoint: delivery.endpointId };
      this.ctx.foldedLog.log('error', 'first attempt', line, 'a first attempt could not be made');
    } finally {
      this.underWay[lane] -= 1;
      queue.ended(ok, durationMs, performance.now());
      if (queue.ahead > 0) this.ready[queue.lane].add(queue);
      if (ok === false) void this.giveBack(queue.shed(performance.now()));
      this.start();
      if (queue.room(performance.now()) > 0) this.watcher.onRoom(delivery.endpointId);
    }
  }

  private note(queue: EndpointQueue, lane: Lane, end: FirstEnd): void {
    const { endpointId, at } = end;
    noteAttempt(this.ctx, { deliveryId: end.id, endpointId, run: end.run, attempt: 1 }, end);
    this.ctx.tally.add(FIRST_ATTEMPTS, lane);
    this.watcher.onSent(endpointId);
    if (isSlow(end)) {
      this.move(queue, 'slow');
      void markSlow(this.ctx.sql, endpointId, new Date(at.getTime() + SLOW_FOR_MS)).catch(() => {});
    } else if (queue.lane === 'slow' && isQuick(end)) {
      this.move(queue, 'fast');
      void clearSlow(this.ctx.sql, endpointId).catch(() => {});
    }
  }

  private move(queue: EndpointQueue, lane: Lane): void {
    if (queue.lane === lane) return;
    if (this.ready[queue.lane].delete(queue)) this.ready[lane].add(queue);
    queue.lane = lane;
  }

  /** Renews the claims that are old, after giving back those of endpoints that have fallen silent. */
  private async tend(): Promise<void> {
    for (const queue of this.queues.values()) await this.giveBack(queue.shed(performance.now()));
    const now = performance.now();
    const due = [...this.claims.values()].filter((claim) => claim.renewAt <= now);
    for (const claim of due) claim.renewAt = now + RENEW_AFTER_MS;
    if (due.length > 0) await renewClaims(this.ctx.sql, due, LEASE_MS).catch(() => {});
  }

  private async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    for (const { id } of deliveries) this.claims.delete(id);
    // What cannot be given back is free when its lease has ended.
    await releaseClaims(this.ctx.sql, deliveries).catch(() => {});
    // Again: a claim that ran meanwhile may have passed them by.
    this.watcher.onGivenBack();
  }
}
