/**
 * Milliseconds between two withdrawals. Partners page through `withdrawn` by sending the last `withdrawn_at` back, and many
 * keep dates in milliseconds or in whole seconds, cutting off the rest. Their loop ends only if fewer than a page of 500
 * share what is left of the date: at 3 ms, 334 share a second. Whole milliseconds also survive a client that rounds to them.
 */
export const WITHDRAWAL_GAP_MS = 3;

/**
 * The `withdrawn_at` of one withdrawal of a transaction: after `stamp`, which its changed events carry.
 *
 * @param position counts from 1.
 */
export function withdrawalStamp(stamp: Date, position: number): Date {
  return new Date(stamp.getTime() + position * WITHDRAWAL_GAP_MS);
}
