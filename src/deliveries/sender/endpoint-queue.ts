import { FAILURES_IN_A_ROW, PROBE_EVERY_MS } from '../rules/delivery.js';
import type { AttemptKind, ClaimedAttempt, SendTarget } from '../sql/claims.js';

/** Slow endpoints are sent to in a lane of their own, so that they hold up no others. */
export type Lane = 'fast' | 'slow';

/** An attempt that this process has claimed. */
export interface ClaimedDelivery extends ClaimedAttempt {
  content: Buffer;
}

/** Attempts of one endpoint under way at the same time. */
export const SHARE = 8;
/** Claimed beyond that, so that a receiver that answers quickly never waits for the next claim. */
const AHEAD_QUICK = 64;
const AHEAD_MIDDLING = 8;
const QUICK_MS = 200;
const MIDDLING_MS = 1_000;
/** Attempts that were claimed ahead are given back when no attempt has ended for this time. */
const SILENT_MS = 2_000;

/** First attempts go first. Where retries wait too, one attempt in this many is a retry. */
const RETRY_EVERY = 4;

/** Attempts a second that one endpoint is sent at most, so that its backlog leaves others the machine, … */
export const MAX_PER_SECOND = 200;
/** … and this many at once after a pause. */
const BURST = 100;

export const kindOf = ({ attempt }: { attempt: number }): AttemptKind => (attempt === 1 ? 'first' : 'retry');

/** Keeps the old buffer if its content is the same: the decrypted secret is cached by buffer. */
function sameBuffer(before: Buffer | null, now: Buffer | null): Buffer | null {
  return before !== null && now !== null && before.equals(now) ? before : now;
}

/**
 * What one endpoint has claimed and under way in this process, and how fast it may go on. Everything it decides concerns
 * this endpoint alone.
 */
export class EndpointQueue {
  lane: Lane = 'fast';
  /**
   * First attempts up to this change are claimed, and retries up to this instant in milliseconds. The next claim begins
   * there and skips running attempts. 0: it begins with the oldest, since attempts that were given back or redelivered,
   * or whose lease ended, come earlier.
   */
  readonly claimedUpTo: Record<AttemptKind, number> = { first: 0, retry: 0 };
  private readonly claimed: Record<AttemptKind, ClaimedDelivery[]> = { first: [], retry: [] };
  private readonly sending: Record<AttemptKind, number> = { first: 0, retry: 0 };
  /** Attempts that ended and are not written down: until then the endpoint's row knows less than this process. */
  private unwritten = 0;
  private firstsInTurn = 0;
  private failures = 0;
  private probeAt = 0;
  private typicalMs = MIDDLING_MS;
  private heardAt: number;
  private allowed = BURST;
  private allowedAt: number;
  /** Until when attempts may begin, by the state of the endpoint that was read last. */
  permittedUntil = 0;

  constructor(
    public target: SendTarget,
    now: number,
  ) {
    this.heardAt = now;
    this.allowedAt = now;
  }

  get underWay(): number {
    return this.sending.first + this.sending.retry;
  }

  /** How many are claimed and not under way. */
  get ahead(): number {
    return this.claimed.first.length + this.claimed.retry.length;
  }

  get idle(): boolean {
    return this.underWay === 0 && this.ahead === 0 && this.unwritten === 0;
  }

  /** The endpoint failed so often that first attempts are sent as probes only. */
  get failing(): boolean {
    return this.failures >= FAILURES_IN_A_ROW;
  }

  /** Takes the current address and secret of the endpoint. */
  setTarget(target: SendTarget): void {
    const { secret, previousSecret } = this.target;
    this.target = {
      ...target,
      secret: sameBuffer(secret, target.secret),
      previousSecret: sameBuffer(previousSecret, target.previousSecret),
    };
  }

  /** Takes its health from its row, unless this process knows better. */
  judge({ failuresInARow, probeInMs }: { failuresInARow: number; probeInMs: number }, now: number): void {
    if (this.unwritten > 0) return;
    this.failures = failuresInARow;
    this.probeAt = now + probeInMs;
  }

  /** @returns how many more of a kind may be claimed at this moment; 0 also while enough is at hand. */
  room(kind: AttemptKind, now: number): number {
    if (kind === 'first' && this.failing) {
      return this.sending.first + this.claimed.first.length === 0 && now >= this.probeAt ? 1 : 0;
    }
    const wanted = this.wantedAhead();
    const ahead = this.claimed[kind].length;
    if (ahead > wanted / 2) return 0;
    return Math.max(0, SHARE + wanted - this.underWay - ahead);
  }

  /** @returns the attempts that it replaces: older changes of the same event that say the opposite. */
  push(delivery: ClaimedDelivery, now: number): ClaimedDelivery[] {
    if (this.idle) this.heardAt = now;
    const kind = kindOf(delivery);
    this.claimed[kind].push(delivery);
    // A failing endpoint is probed with its newest, which says nothing about older ones.
    const at = kind === 'first' ? delivery.changeSeq : delivery.dueAt.getTime();
    if (kind === 'retry' || !this.failing) this.claimedUpTo[kind] = Math.max(this.claimedUpTo[kind], at);
    const { eventId, withdraws, changeSeq } = delivery;
    if (eventId === null) return [];
    return this.takeOut((one) => one.eventId === eventId && one.changeSeq < changeSeq && one.withdraws !== withdraws);
  }

  /**
   * @param places how many attempts may run at this endpoint.
   * @returns the next attempt; undefined when none waits, or the endpoint has enough running or sent in this second.
   */
  next(now: number, places = SHARE): ClaimedDelivery | undefined {
    if (this.underWay >= places || this.pacedMs(now) > 0) return undefined;
    const { first, retry } = this.claimed;
    const mayFirst = first.length > 0 && (!this.failing || (this.sending.first === 0 && now >= this.probeAt));
    const isRetrysTurn = retry.length > 0 && (!mayFirst || this.firstsInTurn >= RETRY_EVERY - 1);
    if (!mayFirst && !isRetrysTurn) return undefined;
    const kind = isRetrysTurn ? 'retry' : 'first';
    this.firstsInTurn = isRetrysTurn ? 0 : this.firstsInTurn + 1;
    this.sending[kind] += 1;
    this.allowed -= 1;
    return this.claimed[kind].shift();
  }

  /** @returns for how many milliseconds nothing may be sent, since enough was. */
  pacedMs(now: number): number {
    this.allowed = Math.min(BURST, this.allowed + ((now - this.allowedAt) * MAX_PER_SECOND) / 1_000);
    this.allowedAt = now;
    return this.allowed >= 1 ? 0 : ((1 - this.allowed) * 1_000) / MAX_PER_SECOND;
  }

  /** An attempt under way has ended; `ok` is null when it could not be made. */
  ended(kind: AttemptKind, { ok, durationMs }: { ok: boolean | null; durationMs: number }, now: number): void {
    this.sending[kind] -= 1;
    this.heardAt = now;
    if (ok === null) return;
    this.unwritten += 1;
    this.typicalMs += (durationMs - this.typicalMs) / 4;
    this.failures = ok ? 0 : this.failures + 1;
    if (this.failing && kind === 'first') this.probeAt = now + PROBE_EVERY_MS;
  }

  written(): void {
    this.unwritten -= 1;
  }

  /** Takes back attempts that were claimed too far ahead for a failing, slow or silent endpoint. */
  shed(now: number): ClaimedDelivery[] {
    if (this.lane === 'slow' || now - this.heardAt > SILENT_MS) return this.shedAll();
    return this.failing ? this.takeOut((one) => kindOf(one) === 'first') : [];
  }

  /** Takes back everything that is not under way. */
  shedAll(): ClaimedDelivery[] {
    return this.takeOut(() => true);
  }

  private takeOut(is: (one: ClaimedDelivery) => boolean): ClaimedDelivery[] {
    const out: ClaimedDelivery[] = [];
    for (const kind of ['first', 'retry'] as const) {
      if (!this.claimed[kind].some(is)) continue;
      out.push(...this.claimed[kind].filter(is));
      this.claimed[kind] = this.claimed[kind].filter((one) => !is(one));
      this.claimedUpTo[kind] = 0;
    }
    return out;
  }

  private wantedAhead(): number {
    if (this.lane === 'slow' || this.typicalMs > MIDDLING_MS) return 0;
    return this.typicalMs < QUICK_MS ? AHEAD_QUICK : AHEAD_MIDDLING;
  }
}
