import type { Mode } from '../../core/mode.js';
import type { SendTarget } from '../sql/first-attempts.js';
import type { ChangeType, Lane } from '../workflow.js';

/** A first attempt that this process has claimed. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  changeSeq: number;
  run: number;
  type: ChangeType;
  mode: Mode;
  content: Buffer;
}

/** Attempts of one endpoint under way at the same time. */
export const SHARE = 8;
/** Claimed beyond that, so that a receiver that answers quickly never waits for the next claim. */
const AHEAD_QUICK = 64;
const AHEAD_MIDDLING = 8;
const QUICK_MS = 200;
const MIDDLING_MS = 1_000;
/** What was claimed ahead is given back when nothing has ended for so long. */
const SILENT_MS = 2_000;

/** First attempts a second that one endpoint is sent at most, so that its backlog leaves others the machine, … */
export const MAX_PER_SECOND = 200;
/** … and so many at once after a pause. */
const BURST = 100;

/** An endpoint may fail so many first attempts in a row; then one is made every so often, until one succeeds. */
export const FAILURES_IN_A_ROW = 100;
export const PROBE_EVERY_MS = 5_000;

/**
 * What one endpoint has claimed and under way in this process, and how fast it may go on. Everything it decides concerns
 * this endpoint alone.
 */
export class EndpointQueue {
  underWay = 0;
  lane: Lane = 'fast';
  /**
   * Everything up to this change is claimed, so the next claim begins after it and does not read all that is under way. 0: it
   * begins with the oldest, as deliveries that were given back, redelivered or whose lease ended come earlier.
   */
  claimedUpTo = 0;
  private claimed: ClaimedDelivery[] = [];
  private failures = 0;
  private probeAt = 0;
  private typicalMs = MIDDLING_MS;
  private heardAt: number;
  private allowed = BURST;
  private allowedAt: number;

  constructor(
    public target: SendTarget,
    now: number,
  ) {
    this.heardAt = now;
    this.allowedAt = now;
  }

  /** How many are claimed and not under way. */
  get ahead(): number {
    return this.claimed.length;
  }

  get idle(): boolean {
    return this.underWay === 0 && this.claimed.length === 0;
  }

  /** Only failures came for so long that it is merely probed. */
  get failing(): boolean {
    return this.failures >= FAILURES_IN_A_ROW;
  }

  /** @returns how many more may be claimed at this moment; 0 also while enough is at hand. */
  room(now: number): number {
    if (this.failing) return this.idle && now >= this.probeAt ? 1 : 0;
    const wanted = this.wantedAhead();
    if (this.ahead > wanted / 2) return 0;
    return SHARE + wanted - this.underWay - this.ahead;
  }

  push(delivery: ClaimedDelivery, now: number): void {
    if (this.idle) this.heardAt = now;
    this.claimed.push(delivery);
  }

  /** @returns what is to be sent now; undefined when nothing is, or the endpoint has its share under way or of this second. */
  next(now: number): ClaimedDelivery | undefined {
    if (this.underWay >= (this.failing ? 1 : SHARE) || this.pacedMs(now) > 0) return undefined;
    const one = this.claimed.shift();
    if (!one) return undefined;
    this.underWay += 1;
    this.allowed -= 1;
    return one;
  }

  /** @returns for how many milliseconds nothing may be sent, since enough was. */
  pacedMs(now: number): number {
    this.allowed = Math.min(BURST, this.allowed + ((now - this.allowedAt) * MAX_PER_SECOND) / 1_000);
    this.allowedAt = now;
    return this.allowed >= 1 ? 0 : ((1 - this.allowed) * 1_000) / MAX_PER_SECOND;
  }

  /** An attempt under way has ended; `ok` is null when it could not be made. */
  ended(ok: boolean | null, durationMs: number, now: number): void {
    this.underWay -= 1;
    this.heardAt = now;
    if (ok === null) return;
    this.typicalMs += (durationMs - this.typicalMs) / 4;
    this.failures = ok ? 0 : this.failures + 1;
    if (this.failing) this.probeAt = now + PROBE_EVERY_MS;
  }

  /** Takes back what was claimed too far ahead for an endpoint that fails, is slow or has fallen silent. */
  shed(now: number): ClaimedDelivery[] {
    const keep = this.failing || this.lane === 'slow' || now - this.heardAt > SILENT_MS ? 0 : this.ahead;
    if (this.ahead > keep) this.claimedUpTo = 0;
    return this.claimed.splice(keep);
  }

  /** Takes back everything that is not under way. */
  shedAll(): ClaimedDelivery[] {
    return this.claimed.splice(0);
  }

  private wantedAhead(): number {
    if (this.lane === 'slow' || this.typicalMs > MIDDLING_MS) return 0;
    return this.typicalMs < QUICK_MS ? AHEAD_QUICK : AHEAD_MIDDLING;
  }
}
