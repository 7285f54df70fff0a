import type { Context } from '../../platform/context/context.js';
import { type ClaimKey, releaseClaims, renewClaims } from '../sql/claims.js';

/** How long a claim holds unless it is renewed: so late what a killed worker had under way is sent again. */
export const LEASE_MS = 15_000;
/** A claim this old is renewed at the next round, so most never are: they end within a second. */
const RENEW_AFTER_MS = 4_000;

/** All that a sender has claimed and not written down. */
export class HeldClaims {
  private readonly claims = new Map<string, ClaimKey & { renewAt: number }>();

  constructor(
    private readonly ctx: Context,
    /** Some of it waits again, before what the next claims would begin with. */
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

  /** It is written down, or its lease ends by itself. */
  forget(id: string): void {
    this.claims.delete(id);
  }

  /** Renews those that are old. */
  async renew(): Promise<void> {
    const now = performance.now();
    const due = [...this.claims.values()].filter((claim) => claim.renewAt <= now);
    for (const claim of due) claim.renewAt = now + RENEW_AFTER_MS;
    if (due.length > 0) await renewClaims(this.ctx.sql, due, LEASE_MS).catch(() => {});
  }

  /** Gives back what was not begun. What cannot be given back is free when its lease has ended. */
  async release(claims: readonly ClaimKey[]): Promise<void> {
    if (claims.length === 0) return;
    for (const { id } of claims) this.claims.delete(id);
    await releaseClaims(this.ctx.sql, claims).catch(() => {});
    // A claim that ran meanwhile may have passed them by.
    this.onReleased();
  }
}
