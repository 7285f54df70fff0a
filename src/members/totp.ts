import { randomBytes } from 'node:crypto';
import { invalidField, noSuch, ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { openingKeys, sealingKey } from '../platform/secrets/keys.js';
import { openSecret, sealSecret } from '../platform/secrets/secret-box.js';
import { factorRemoved } from './mails.js';
import { PENDING_TOTP_MS } from './rules/session-life.js';
import { stepOfCode, toBase32, totpUri } from './rules/totp.js';
import { addFactor, type FactorOwner, noteWrongStep, removeFactor } from './second-step.js';
import { raiseSession } from './sessions.js';
import type { SignedIn } from './signed-in.js';
import { lockMember } from './sql/members.js';
import {
  deleteTotp,
  findPendingTotp,
  insertTotp,
  keepPendingTotp,
  lockTotp,
  noteCode,
  type TotpRow,
} from './sql/totp.js';

const ISSUER = 'Partner Events';
const SECRET_BYTES = 20;

/**
 * Makes the secret of an authenticator app. It belongs to the caller's session, for ten minutes, and opens nothing until a
 * code of it was entered there (`confirmTotp`).
 *
 * @returns the secret to type in, and as the address in a QR code, shown this once.
 * @throws {ProblemError} `invalid_request` for a member who has one.
 */
export async function startTotp(ctx: Context, caller: SignedIn): Promise<{ secret: string; uri: string }> {
  if (caller.hasTotp) throw invalidField('totp', 'is set up already; remove it first');
  const secret = randomBytes(SECRET_BYTES);
  const box = sealSecret(sealingKey(ctx), caller.sessionId, secret.toString('base64'));
  const until = new Date(ctx.clock.now().getTime() + PENDING_TOTP_MS);
  await keepPendingTotp(ctx.sql, caller, { secret: box, until });
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer: ISSUER, account: caller.email }) };
}

/**
 * Adds the authenticator app that the caller set up in this session (`startTotp`), by its first code.
 *
 * @returns the session's new token; null for a wrong code, and without an app that is being set up.
 * @throws {ProblemError} `invalid_request` for a member who has an app, `second_step_again`, `rate_limited`.
 */
export async function confirmTotp(ctx: Context, caller: SignedIn, code: string): Promise<string | null> {
  const { memberId, sessionId } = caller;
  await limitAttempts(ctx, 'code', { member: memberId });
  return addFactor(ctx, caller, 'totp', async (tx, now) => {
    const box = await findPendingTotp(tx, caller, now);
    const place = { field: 'member_sessions.pending_totp', owner: sessionId };
    const secret = box && openSecret(openingKeys(ctx), place, box).secret;
    const lastStep = secret === null ? null : stepOfCode(Buffer.from(secret, 'base64'), code, { now, afterStep: -1 });
    if (secret === null || lastStep === null) {
      await noteWrongStep(ctx, tx, caller, 'new_totp');
      return false;
    }
    const row = { memberId, secret: sealSecret(sealingKey(ctx), memberId, secret), confirmedAt: now, lastStep };
    if (!(await insertTotp(tx, row))) throw invalidField('totp', 'is set up already; remove it first');
    return true;
  });
}

/**
 * Takes the second step in the caller's session with a code of their authenticator app. An app that is still being set
 * up does not count, and no code counts twice.
 *
 * @returns the session's new token; null for a wrong or used code, and for a member without an app.
 * @throws {ProblemError} `rate_limited` after five in a quarter of an hour, right ones among them.
 */
export async function takeSecondStep(ctx: Context, caller: SignedIn, code: string): Promise<string | null> {
  const { memberId } = caller;
  await limitAttempts(ctx, 'code', { member: memberId });
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    if (!(await lockMember(tx, caller))) throw new ProblemError('session_required');
    const row = await lockTotp(tx, memberId);
    const step = row && stepOfCode(openTotp(ctx, row), code, { now, afterStep: row.lastStep });
    if (step === null) {
      await noteWrongStep(ctx, tx, caller, 'totp');
      return null;
    }
    await noteCode(tx, memberId, step);
    return raiseSession(tx, caller, now);
  });
}

function openTotp(ctx: Context, { memberId, secret }: TotpRow): Buffer {
  const place = { field: 'member_totp.secret', owner: memberId };
  return Buffer.from(openSecret(openingKeys(ctx), place, secret).secret, 'base64');
}

/** Also ends their other sessions. @throws {ProblemError} `invalid_request` for another company's member, or without an app. */
export function removeTotp(ctx: Context, owner: FactorOwner): Promise<void> {
  const letter = factorRemoved('An authenticator app');
  return removeFactor(ctx, owner, { action: 'member.totp_remove', letter }, async (tx) => {
    if (!(await deleteTotp(tx, owner.memberId))) throw noSuch('authenticator app');
  });
}
