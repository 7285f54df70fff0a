import { DAY, HOUR, MINUTE } from '../../core/time.js';
/** A sign-in link, which travels by mail. */
export const LINK_MS = 15 * MINUTE;
/** How long a session lives without a call. */
export const IDLE_MS = 12 * HOUR;
/** How long it lives at most. */
export const LONGEST_MS = 7 * DAY;
/** How long the second step counts as just taken. */
export const SECOND_STEP_MS = 15 * MINUTE;
/** How long the secret of a new authenticator app waits for its first code. */
export const PENDING_TOTP_MS = 10 * MINUTE;
/** How long the previous token still works, without the rights that the current token added. */
export const PREVIOUS_TOKEN_MS = 10_000;
/** How long a browser is remembered after its last sign-in. */
export const BROWSER_MS = 365 * DAY;
/** How long former owners get mail about a new payout account. The account is not paid before that (settlements). */
export const FORMER_OWNER_MS = 72 * HOUR;
/** `seen_at` is written this often at most. */
export const SEEN_MS = MINUTE;

/** When a session ends unless it is used, and at the latest. */
export function endOf({ createdAt, seenAt }: { createdAt: Date; seenAt: Date }): Date {
  return new Date(Math.min(seenAt.getTime() + IDLE_MS, createdAt.getTime() + LONGEST_MS));
}

/** Whether the second step was taken a short while ago. */
export function isFresh(secondStepAt: Date | null, now: Date): boolean {
  return secondStepAt !== null && now.getTime() - secondStepAt.getTime() < SECOND_STEP_MS;
}
