import { PERMISSION_MS } from '../../platform/outbox/notify-senders.js';
import {
  type AttemptKind,
  fullAllowance,
  type Health,
  healthAfter,
  isProbed,
  kindInTurn,
  type Lane,
  MAX_PER_SECOND,
  PLACES,
  refilled,
  roomToClaim,
  surplusKinds,
  UNKNOWN_HEALTH,
} from '../rules/fairness.js';
import type { ClaimedAttempt, SendTarget } from '../sql/claims.js';
import type { AttemptEnd } from '../sql/outcomes.js';

export interface ClaimedDelivery extends ClaimedAttempt {
  content: Buffer;
  /** When it was claimed, by the monotonic clock. */
  claimedAt: number;
  /** On arrival its endpoint was healthy and had no attempts here. If it still begins late, this worker is overloaded. */
  endpointWasFree?: boolean;
}

export const kindOf = ({ attempt }: { attempt: number }): AttemptKind => (attempt === 1 ? 'first' : 'retry');

/** Keeps the old buffer if its content is the same: the decrypted secret is cached by buffer. */
function sameBuffer(before: Buffer | null, now: Buffer | null): Buffer | null {
  return before !== null && now !== null && before.equals(now) ? before : now;
}

/** The attempts of one endpoint in this process, claimed and under way, and its health. The rules are in `rules/fairness.ts`. */
export class EndpointQueue {
  /** Until when attempts may begin, by the state of the endpoint that was read last. */
  permittedUntil = 0;
  private claimed: Record<AttemptKind, ClaimedDelivery[]> = { first: [], retry: [] };
  private readonly sending: Record<AttemptKind, number> = { first: 0, retry: 0 };
  /** Attempts with an outcome that is not written yet: until then the endpoint's row is older than this process's view. */
  private unwritten = 0;
  private firstsInTurn = 0;
  private health: Health = UNKNOWN_HEALTH;
  private allowance = fullAllowance(0);

  constructor(public target: SendTarget) {}

  get underWay(): number {
    return this.sending.first + this.sending.retry;
  }

  /** How many are claimed and not under way. */
  get ahead(): number {
    return this.claimed.first.length + this.claimed.retry.length;
  }

  get idle(): boolean {
    return this.underWay + this.ahead + this.unwritten === 0;
  }

  get lane(): Lane {
    return this.health.lane;
  }

  set lane(lane: Lane) {
    this.health = { ...this.health, lane };
  }

  /**
   * Takes the state of the endpoint; its failures only if all attempts of this process are written.
   *
   * @param now by the monotonic clock, `askedAt` before the query.
   */
  update(target: SendTarget, { askedAt, now, clock }: { askedAt: number; now: number; clock: Date }): void {
    const { secret, previousSecret, headerValue } = this.target;
    this.target = {
      ...target,
      secret: sameBuffer(secret, target.secret),
      previousSecret: sameBuffer(previousSecret, target.previousSecret),
      headerValue: sameBuffer(headerValue, target.headerValue),
    };
    this.permittedUntil = target.open ? askedAt + PERMISSION_MS : 0;
    if (this.unwritten > 0) return;
    const probeAt = now + (target.probeAt?.getTime() ?? 0) - clock.getTime();
    this.health = { ...this.health, failures: target.failuresInARow, probeAt };
  }

  /** @returns how many more of a kind may be claimed at this moment; 0 also while enough is at hand. */
  room(kind: AttemptKind, now: number): number {
    return roomToClaim(kind, this.health, this.load(), now);
  }

  /** @returns the claimed attempts that it makes obsolete: older changes of the same event that say the opposite. */
  push(delivery: ClaimedDelivery): ClaimedDelivery[] {
    const endpointWasFree = this.underWay + this.ahead === 0 && !isProbed(this.health) && this.lane === 'fast';
    this.claimed[kindOf(delivery)].push({ ...delivery, endpointWasFree });
    const { eventId, withdraws, changeSeq } = delivery;
    if (eventId === null) return [];
    return this.take(
      (other) => other.eventId === eventId && other.changeSeq < changeSeq && other.withdraws !== withdraws,
    );
  }

  /**
   * @param places how many attempts may run at this endpoint.
   * @returns the next attempt; undefined when none waits, or the endpoint has enough running or sent in this second.
   */
  next(now: number, places = PLACES): ClaimedDelivery | undefined {
    const kind = kindInTurn(this.health, this.load(), { places, firsts: this.firstsInTurn, now });
    if (kind === null || this.throttledMs(now) > 0) return undefined;
    this.firstsInTurn = kind === 'retry' ? 0 : this.firstsInTurn + 1;
    this.sending[kind] += 1;
    this.allowance.left -= 1;
    return this.claimed[kind].shift();
  }

  /** @returns for how many milliseconds no attempt may begin, since the endpoint reached `MAX_PER_SECOND`. */
  throttledMs(now: number): number {
    this.allowance = refilled(this.allowance, now);
    return Math.max(0, ((1 - this.allowance.left) * 1_000) / MAX_PER_SECOND);
  }

  /** An attempt under way has ended. @param end null: it could not be made, and has no outcome to write. */
  ended(kind: AttemptKind, end: Pick<AttemptEnd, 'outcome' | 'durationMs'> | null, now: number): void {
    this.sending[kind] -= 1;
    if (!end) return;
    this.unwritten += 1;
    this.health = healthAfter(this.health, kind, end, now);
  }

  /** The outcome of an attempt was written. */
  written(): void {
    this.unwritten -= 1;
  }

  /** Removes and returns claimed attempts that a failing or slow endpoint does not need, or that have waited too long. */
  takeSurplus(now: number): ClaimedDelivery[] {
    const { first, retry } = this.claimed;
    const oldest = Math.min(first[0]?.claimedAt ?? now, retry[0]?.claimedAt ?? now);
    const kinds = surplusKinds(this.health, now - oldest);
    return this.take((delivery) => kinds.includes(kindOf(delivery)));
  }

  /** Removes and returns all claimed attempts that are not under way. */
  takeAll(): ClaimedDelivery[] {
    return this.take(() => true);
  }

  private load() {
    return { ahead: { first: this.claimed.first.length, retry: this.claimed.retry.length }, underWay: this.sending };
  }

  private take(matches: (delivery: ClaimedDelivery) => boolean): ClaimedDelivery[] {
    const { first, retry } = this.claimed;
    const isKept = (delivery: ClaimedDelivery) => !matches(delivery);
    const taken = [...first, ...retry].filter(matches);
    if (taken.length > 0) this.claimed = { first: first.filter(isKept), retry: retry.filter(isKept) };
    return taken;
  }
}

/** Most attempts under way in each lane of this process … */
const MAX_UNDER_WAY = 500;
/** … with attempts that are the only one at their endpoint: endpoints that fill a lane do not delay the others. */
const MAX_WITH_SINGLE = 1_000;

/**
 * Endpoints with something to send take turns, those without an attempt under way before the others. Slow endpoints have
 * their own lane, so they delay no others.
 */
export class Lanes {
  private readonly idle: Record<Lane, Set<EndpointQueue>> = { fast: new Set(), slow: new Set() };
  private readonly busy: Record<Lane, Set<EndpointQueue>> = { fast: new Set(), slow: new Set() };
  private readonly underWay: Record<Lane, number> = { fast: 0, slow: 0 };

  /** The endpoint has claimed attempts. Whether one may begin, `begin` of `takeTurns` decides. */
  add(queue: EndpointQueue): void {
    (queue.underWay > 0 ? this.busy : this.idle)[queue.lane].add(queue);
  }

  move(queue: EndpointQueue, lane: Lane): void {
    if (queue.lane === lane) return;
    const left = [this.idle, this.busy].filter((ready) => ready[queue.lane].delete(queue));
    queue.lane = lane;
    if (left.length > 0) this.add(queue);
  }

  /**
   * Gives endpoints their turns until their lane is full or no endpoint has an attempt left.
   *
   * @param begin begins an attempt; returns false if none may begin: the endpoint has no turn until `add`.
   */
  takeTurns(begin: (queue: EndpointQueue, lane: Lane) => boolean): void {
    for (const lane of ['fast', 'slow'] as const) {
      this.serve(lane, this.idle[lane], MAX_WITH_SINGLE, begin);
      this.serve(lane, this.busy[lane], MAX_UNDER_WAY, begin);
    }
  }

  private serve(
    lane: Lane,
    ready: Set<EndpointQueue>,
    limit: number,
    begin: (queue: EndpointQueue, lane: Lane) => boolean,
  ): void {
    for (const queue of ready) {
      if (this.underWay[lane] >= limit) break;
      ready.delete(queue);
      if (!begin(queue, lane)) continue;
      this.underWay[lane] += 1;
      // At the end of the line: the loop comes to it again when everybody has had a turn.
      this.busy[lane].add(queue);
    }
  }

  /** An attempt that began in this lane has ended. */
  ended(lane: Lane): void {
    this.underWay[lane] -= 1;
  }
}
