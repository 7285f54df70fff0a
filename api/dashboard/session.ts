import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { listKeys } from '../../src/access/keys.js';
import { MODES, type Mode } from '../../src/core/mode.js';
import { invalidField, ProblemError } from '../../src/core/problems.js';
import { readableAddress } from '../../src/core/readable-address.js';
import { endVisit } from '../../src/members/operator-visits.js';
import {
  ACTION_NAMES,
  type Action,
  OPERATOR,
  ROLES,
  VERDICTS,
  type Verdict,
  verdictOn,
} from '../../src/members/rules/roles.js';
import { endOf } from '../../src/members/rules/session-life.js';
import { endOtherSessions, endSession, listSessions, readSession } from '../../src/members/sessions.js';
import { openSession, requestSignIn, showLink } from '../../src/members/sign-in.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { setShownModeRow } from '../../src/members/sql/members.js';
import { newestOrderMode } from '../../src/orders/sql/order-list.js';
import type { Context } from '../../src/platform/context/context.js';
import { linkBody } from './bodies.js';
import { browserToken, sessionToken, setBrowser, setSession } from './cookie.js';
import { type Call, listOf, operation, whole } from './operation.js';
import { instant, instantOrNull } from './wire.js';

export const session = z
  .object({
    object: z.literal('session'),
    id: z.string(),
    member: z.object({ id: z.string(), email: z.string(), role: z.enum([...ROLES, OPERATOR]) }),
    reason: z.string().nullable().describe('Of an operator: why they look. Null for members.'),
    company: z.object({ id: z.string(), name: z.string(), currency: z.string() }),
    mode: z
      .enum(MODES)
      .describe(
        'Which to open with: the one chosen last, else `live` for finance and marketing, else that of the newest order or of the key used last.',
      ),
    second_step: z.object({
      owed: z.boolean().describe('It comes before everything else.'),
      has_totp: z.boolean(),
      passkeys: z.int(),
      fresh_until: instantOrNull.describe('Until when it counts as just taken. Null: it does not.'),
    }),
    rights: z
      .record(z.enum(ACTION_NAMES), z.enum(VERDICTS))
      .describe('By action: `allowed`, or what is in the way: `role`, `second_step_owed`, `_missing` or `_again`.'),
    ends_at: instant,
    base_url: z.string().describe('Of the API, for commands that can be copied.'),
  })
  .meta({ id: 'Session', description: 'Who is signed in, and what they may do.' });

/** The caller's session now. */
async function sessionOf({ ctx }: Pick<Call<unknown, unknown>, 'ctx'>, token: string) {
  const member = await readSession(ctx, token);
  if (!member) throw new ProblemError('session_required');
  const { role, hasTotp, passkeys, owesSecondStep, secondStepIsFresh } = member;
  return {
    id: member.sessionId,
    member: { id: member.memberId, email: readableAddress(member.email), role },
    reason: member.reason,
    company: { id: member.companyId, name: member.companyName, currency: member.companyCurrency },
    mode: await firstMode(ctx, member),
    secondStep: {
      ...{ owed: owesSecondStep, hasTotp, passkeys },
      freshUntil: secondStepIsFresh ? member.secondStepUntil : null,
    },
    rights: Object.fromEntries(ACTION_NAMES.map((action) => [action, verdictOn(member, action)])) as Record<
      Action,
      Verdict
    >,
    endsAt: member.endsAt,
    baseUrl: ctx.config.baseUrl,
  };
}

export const ownSession = (call: Call<unknown, unknown>) =>
  sessionOf(call, sessionToken(call.request, call.ctx.config) ?? '');

/** The last choice. Without a choice: live for finance and marketing, else the mode of the last order or call. */
async function firstMode(ctx: Context, { companyId, role, shownMode }: SignedIn): Promise<Mode> {
  if (shownMode) return shownMode;
  if (role === 'finance' || role === 'marketing') return 'live';
  const ordered = await newestOrderMode(ctx.sql, companyId);
  if (ordered) return ordered;
  const used = (await listKeys(ctx, companyId)).filter(({ revokedAt }) => revokedAt === null);
  const [last] = used.sort((a, b) => Number(b.lastUsedAt) - Number(a.lastUsedAt));
  return last?.lastUsedAt && last.kind !== 'test' ? 'live' : 'test';
}

/** A link for a member takes longer to make than none for a stranger. The answer comes after this time for both. */
const LINK_ANSWER_MS = 250;

const linkToken = z.strictObject({ token: z.string().max(200) });

const listedSession = z.object({
  id: z.string(),
  agent: z.string(),
  created_at: instant,
  seen_at: instant,
  ends_at: instant,
  current: z.boolean(),
});

export const SESSION_OPERATIONS = [
  operation('POST /session/request-link', {
    may: 'anybody',
    summary: 'Mail a sign-in link',
    body: linkBody,
    answer: null,
    async run({ ctx, body, request }) {
      const browser = browserToken(request, ctx.config);
      const [asked] = await Promise.allSettled([
        requestSignIn(ctx, { email: body.email, ip: request.ip, browser }),
        setTimeout(LINK_ANSWER_MS),
      ]);
      if (asked.status === 'rejected') throw asked.reason;
    },
  }),
  operation('POST /session/link', {
    may: 'anybody',
    summary: 'Show whom a link signs in, without using it',
    body: linkToken,
    answer: z.object({ email: z.string(), company_name: z.string() }),
    async run({ ctx, body, request }) {
      const link = await showLink(ctx, { token: body.token, ip: request.ip });
      if (!link) throw new ProblemError('sign_in_link_invalid');
      return { ...link, email: readableAddress(link.email) };
    },
  }),
  operation('POST /session/open', {
    may: 'anybody',
    summary: 'Sign in with a link',
    body: linkToken,
    answer: session,
    async run(call) {
      const { ctx, body, request, reply } = call;
      const opened = await openSession(ctx, {
        token: body.token,
        ip: request.ip,
        agent: request.headers['user-agent'] ?? '',
        browser: browserToken(request, ctx.config),
        before: sessionToken(request, ctx.config),
      });
      if (!opened) throw new ProblemError('sign_in_link_invalid');
      setSession(reply, ctx.config, opened.token);
      if (opened.browser !== null) setBrowser(reply, ctx.config, opened.browser);
      return sessionOf(call, opened.token);
    },
  }),
  operation('GET /session', { may: 'session', summary: 'Show who is signed in', answer: session, run: ownSession }),
  operation('POST /session/sign-out', {
    may: 'session',
    summary: 'Sign out',
    answer: null,
    async run({ ctx, member, reply }) {
      await (member.role === OPERATOR ? endVisit(ctx, member) : endSession(ctx, member));
      setSession(reply, ctx.config, null);
    },
  }),
  operation('POST /session/mode', {
    may: 'self',
    summary: 'Keep which mode the dashboard opens with',
    body: z.strictObject({ mode: z.enum(MODES) }),
    answer: null,
    run: ({ ctx, member: { companyId, memberId }, body }) =>
      setShownModeRow(ctx.sql, { companyId, memberId }, body.mode),
  }),
  operation('GET /sessions', {
    may: 'self',
    summary: "List the member's sessions",
    answer: listOf(listedSession),
    async run({ ctx, member }) {
      const rows = await listSessions(ctx, member);
      return whole(rows.map((row) => ({ ...row, endsAt: endOf(row), current: row.id === member.sessionId })));
    },
  }),
  operation('POST /sessions/:id/end', {
    may: 'self',
    summary: 'End a session',
    answer: null,
    run: ({ ctx, member, params }) => endSession(ctx, { ...member, sessionId: params.id }),
  }),
  operation('POST /sessions/end-others', {
    may: 'self',
    summary: 'End all other sessions',
    answer: z.object({ ended: z.int() }),
    run: ({ ctx, member }) => endOtherSessions(ctx, member),
  }),
];

/**
 * Gives the browser the token that a session has since its second step was taken.
 *
 * @param token null: it was not taken.
 * @throws {ProblemError} `invalid_request`, which names the field.
 */
export function raised(call: Call<unknown, unknown>, token: string | null, field: string) {
  if (token === null) throw invalidField(field, 'did not work; wait for the next code and try again');
  setSession(call.reply, call.ctx.config, token);
  return sessionOf(call, token);
}
