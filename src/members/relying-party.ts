import type { Context } from '../platform/context/context.js';
import type { SignedIn } from './read-session.js';
import { keepChallenge } from './sql/sessions.js';

const NAME = 'Partner Events';
const CHALLENGE_MS = 5 * 60_000;

/** What speaks WebAuthn, loaded when the first passkey is used: it takes a third of a second. */
export function webauthn(): typeof import('@simplewebauthn/server') {
  return require('@simplewebauthn/server') as typeof import('@simplewebauthn/server');
}

/** Whom passkeys are made for: this host, and no other that shows the same page. */
export function relyingParty(ctx: Context): { name: string; id: string; origin: string } {
  const { origin } = ctx.config;
  return { name: NAME, id: new URL(origin).hostname, origin };
}

/** Notes in the caller's session what their passkey must sign next, for some minutes. */
export function giveChallenge(ctx: Context, caller: SignedIn, challenge: string): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  return keepChallenge(ctx.sql, caller, { challenge, until });
}
