import type { Context } from '../../platform/context/context.js';
import { type ClaimKey, releaseClaims, renewClaims } from '../sql/claims.js';

/** How long a claim holds unless it is renewed. The attempts of a killed worker are sent again after this time. */
export const LEASE_MS = 15_000;
/** A claim this old is renewed at the next round, so most never are: they end within a second. */
const RENEW_AFTER_MS = 4_000;

/** All that a sender has claimed and not written down. */
export class HeldClaims {
  private readonly claims = new Map<string, ClaimKey & { renewAt: number }>();

  constructor(
    private readonly ctx: Context,
    /** Given-back attempts are older than the position at which the next claims would begin. */
    private readonly onReleased: () => void,
  ) {}

  get size(): number {
    return this.claims.size;
  }

  has(id: string): boolean {
    return this.claims.has(id);
  }

  add({ id, run, attempt }: ClaimKey): void {
    this.claims.set(id, { id, run, attempt, renewAt: performance.now() + RENEW_AFTER_MS });
  }

  /** Its outcome is written, or its lease expires. */
  forget(id: string): void {
    this.claims.delete(id);
  }

  /** Renews old claims. */
  async renew(): Promise<void> {
    const now = performance.now();
    const due = [...this.claims.values()].filter((claim) => claim.renewAt <= now);
    for (const claim of due) claim.renewAt = now + RENEW_AFTER_MS;
    if (due.length > 0) await renewClaims(this.ctx.sql, due, LEASE_MS).catch(() => {});
  }

  /** Gives back attempts that were not begun. The others are free when their leases have expired. */
  async release(claims: readonly ClaimKey[]): Promise<void> {
    if (claims.length === 0) return;
    for (const { id } of claims) this.claims.delete(id);
    await releaseClaims(this.ctx.sql, claims).catch(() => {});
    // A claim that ran at the same time may have skipped them.
    this.onReleased();
  }
}
