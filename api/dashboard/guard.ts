import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import { OPERATOR, verdictOn } from '../../src/members/rules/roles.js';
import { readSession } from '../../src/members/sessions.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Config } from '../../src/platform/config/config.js';
import type { Context } from '../../src/platform/context/context.js';
import { sessionToken } from './cookie.js';
import type { May } from './operation.js';

/** Whether a page of this service calls: browsers say so with every write, and others cannot have a browser's cookie. */
function isOwnPage({ headers, protocol, host }: FastifyRequest, { origin }: Config): boolean {
  const { origin: page, 'sec-fetch-site': site } = headers;
  if (page !== undefined && page !== origin && page !== `${protocol}://${host}`) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return page !== undefined || site !== undefined;
}

/**
 * @returns the caller of a permitted call.
 *
 * @param count counts a call of a member, permitted or not.
 * @throws {ProblemError} 401 `session_required`, 429 `rate_limited`, and 403 with the obstacle.
 */
export async function admitted(
  ctx: Context,
  { request, may, count }: { request: FastifyRequest; may: May; count: (member: SignedIn) => Promise<void> },
): Promise<SignedIn | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnPage(request, ctx.config)) {
    throw new ProblemError('cross_site_refused');
  }
  if (may === 'anybody') return null;
  const token = sessionToken(request, ctx.config);
  const member = token === null ? null : await readSession(ctx, token);
  if (!member) throw new ProblemError('session_required');
  await count(member);
  const refusal = findRefusal(member, may);
  if (refusal) throw refusal;
  return member;
}

function findRefusal(member: SignedIn, may: Exclude<May, 'anybody'>): ProblemError | null {
  if (may === 'session') return null;
  if (may === 'member') return member.role === OPERATOR ? roleRefusal(member) : null;
  if (may === 'self' || may === 'self_again' || may === 'self_again_if_any') {
    if (member.role === OPERATOR) return roleRefusal(member);
    if (member.owesSecondStep) return new ProblemError('second_step_owed');
    const excused = may === 'self' || (may === 'self_again_if_any' && !member.hasSecondStep);
    return excused || member.secondStepIsFresh ? null : stepAgain(member);
  }
  const verdict = verdictOn(member, may);
  if (verdict === 'allowed') return null;
  return verdict === 'role' ? roleRefusal(member) : new ProblemError(verdict);
}

const roleRefusal = ({ role }: SignedIn): ProblemError =>
  new ProblemError('role_not_allowed', {
    detail:
      role === OPERATOR
        ? 'You see this company as an operator, who can only read.'
        : `Your role, ${role}, does not allow this. Ask an owner to change it.`,
  });

const stepAgain = ({ hasSecondStep }: SignedIn): ProblemError =>
  new ProblemError(hasSecondStep ? 'second_step_again' : 'second_step_missing');
