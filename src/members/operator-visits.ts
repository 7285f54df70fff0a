import { hashOf } from '../core/digest.js';
import { type Id, newId } from '../core/ids.js';
import { invalidField } from '../core/problems.js';
import { readName } from '../core/text.js';
import { HOUR } from '../core/time.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { OPERATOR } from './rules/roles.js';
import { LINK_MS } from './rules/session-life.js';
import type { SignedIn } from './signed-in.js';
import { deleteVisit, findVisitRow, insertVisit, openVisitRow } from './sql/visits.js';
import { newSessionToken, newSignInToken } from './tokens.js';

/** How long an operator's visit to a company's dashboard lasts at most. */
const VISIT_MS = HOUR;

/** How the company sees them. */
const nameOf = (operator: string): string => `${operator} (Partner Events)`;

/**
 * Makes a link by which the operator who acts sees a company's dashboard for an hour, also a suspended one's, and can change
 * nothing there. The company reads in its audit log who made it, why, and when it was used.
 *
 * @param input.reason in words, for the company.
 * @throws {ProblemError} `invalid_request` without a reason.
 */
export async function signInAs(
  ctx: Context,
  { companyId, ...input }: { companyId: Id<'company'>; reason: string },
): Promise<{ id: string; url: string; endsAt: Date }> {
  const { text: reason, fault } = readName(input.reason);
  if (!reason) throw invalidField('reason', fault ?? 'must say why, for the company');
  const token = newSignInToken();
  const id = newId('operatorVisit');
  const endsAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  await ctx.sql.begin(async (tx) => {
    await insertVisit(tx, { id, companyId, operator: ctx.actor, reason, hash: hashOf(token), endsAt });
    await recordAction(ctx, tx, { action: 'operator.sign_in_as', objectId: id, companyId, details: { reason } });
  });
  return { id, url: `${ctx.config.origin}/dashboard/sign-in#${token}`, endsAt };
}

/** The visit of an operator's link, without using the link; null when it is unknown, used or expired. */
export async function visitOfLink(ctx: Context, token: string): Promise<{ email: string; companyName: string } | null> {
  const found = await findVisitRow(ctx.sql, hashOf(token), { opened: false, now: ctx.clock.now() });
  return found && { email: nameOf(found.operator), companyName: found.companyName };
}

/** Uses an operator's link up. @returns the token for the cookie; null when the link is unknown, used or too old. */
export async function openVisit(
  ctx: Context,
  tx: Transaction,
  linkToken: string,
): Promise<{ token: string; sessionId: string } | null> {
  const now = ctx.clock.now();
  const found = await findVisitRow(tx, hashOf(linkToken), { opened: false, now });
  if (!found) return null;
  const { id, companyId, operator, reason } = found;
  const token = newSessionToken();
  const endsAt = new Date(now.getTime() + VISIT_MS);
  if (!(await openVisitRow(tx, id, { hash: hashOf(token), now, endsAt }))) return null;
  await recordAction(ctx, tx, {
    action: 'operator.sign_in',
    objectId: id,
    companyId,
    by: operator,
    details: { reason },
  });
  return { token, sessionId: id };
}

/** The operator whose visit a cookie's token is; null when it is unknown or over. */
export async function readVisit(ctx: Context, token: string): Promise<SignedIn | null> {
  const row = await findVisitRow(ctx.sql, hashOf(token), { opened: true, now: ctx.clock.now() });
  if (!row) return null;
  const { id, operator, ...visit } = row;
  return {
    ...visit,
    sessionId: id,
    memberId: id,
    email: nameOf(operator),
    role: OPERATOR,
    shownMode: null,
    hasSecondStep: false,
    hasTotp: false,
    passkeys: 0,
    owesSecondStep: false,
    secondStepIsFresh: false,
    secondStepUntil: null,
  };
}

export async function endVisit(ctx: Context, { sessionId: id, companyId }: SignedIn): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const by = await deleteVisit(tx, id);
    if (by !== null) await recordAction(ctx, tx, { action: 'operator.sign_out', objectId: id, companyId, by });
  });
}
