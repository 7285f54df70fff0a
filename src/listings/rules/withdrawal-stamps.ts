/**
 * Partners page through `withdrawn` by sending the last `withdrawn_at` back, and many cut dates to milliseconds or to
 * whole seconds. Their loop ends only if fewer than a page of 500 share the shortened date: 3 ms apart, 334 share a
 * second.
 */
export const WIDE_US = 3_000;
/** 334 share a millisecond. */
export const NARROW_US = 3;

/** How far wide gaps may move the stamps ahead of the clock: `updated_at` follows them. */
const LEAD_MS = 30_000;

export interface WithdrawalStamps {
  /** What its changed events carry; the withdrawals come after it. */
  after: Date;
  /** Microseconds between two. */
  gapUs: number;
}

/** How many withdrawals after `after` may be wide apart. More of them are close together. */
export function roomForWide(after: Date, now: Date): number {
  const leadMs = now.getTime() + LEAD_MS - after.getTime();
  return Math.max(0, Math.floor((leadMs * 1_000) / WIDE_US));
}

export function withdrawalStamps(after: Date, now: Date, count: number): WithdrawalStamps {
  return { after, gapUs: count <= roomForWide(after, now) ? WIDE_US : NARROW_US };
}

/**
 * The `withdrawn_at` of one withdrawal, UTC with microseconds.
 *
 * @param position counts from 1.
 */
export function withdrawalStamp({ after, gapUs }: WithdrawalStamps, position: number): string {
  const us = position * gapUs;
  const whole = new Date(after.getTime() + Math.floor(us / 1_000)).toISOString();
  return `${whole.slice(0, -1)}${String(us % 1_000).padStart(3, '0')}Z`;
}

/** The first whole millisecond that no withdrawal of the transaction comes after: the last stamp given out. */
export function lastStamp({ after, gapUs }: WithdrawalStamps, count: number): Date {
  return new Date(after.getTime() + Math.ceil((count * gapUs) / 1_000));
}
