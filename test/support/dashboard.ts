import type { LightMyRequestResponse } from 'fastify';
import type { App } from '../../api/http/access.js';
import type { Role } from '../../src/members/rules/roles.js';
import { startTotp } from '../../src/members/start-totp.js';
import { takeSecondStep } from '../../src/members/take-second-step.js';
import type { TestContext } from './context.js';
import { codeOf, signIn, type TestMember } from './members.js';

/** What the browser says of calls from the dashboard's own pages. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Its name over plain HTTP. */
export const SESSION_COOKIE = 'partner_events_session';

export const cookieOf = (token: string): string => `${SESSION_COOKIE}=${token}`;

/** What an answer's JSON says. */
type Answered = ReturnType<typeof JSON.parse>;

/** A browser with somebody's session. */
export interface Browser extends TestMember {
  get(path: string, query?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** The same where success is expected: the answer's body. */
  read(path: string, query?: Record<string, string>): Promise<Answered>;
  done(path: string, body?: unknown): Promise<Answered>;
}

/** Calls as a browser with the session of a token. */
export function browserWith(app: App, member: TestMember): Browser {
  const headers = { cookie: cookieOf(member.token), ...OWN_PAGE };
  const url = (path: string) => `/dashboard/api${path}`;
  const get: Browser['get'] = (path, query = {}) => app.inject({ url: url(path), query, headers });
  const post: Browser['post'] = (path, body) =>
    app.inject({ method: 'POST', url: url(path), headers, ...(body !== undefined && { payload: body as object }) });
  const bodyOf = (answer: LightMyRequestResponse, path: string) => {
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.body === '' ? null : answer.json();
  };
  return {
    ...member,
    get,
    post,
    read: async (path, query) => bodyOf(await get(path, query), path),
    done: async (path, body) => bodyOf(await post(path, body), path),
  };
}

let made = 0;

/** A member with an authenticator app, whose code was just taken unless told otherwise. */
export async function browserOf(
  ctx: TestContext,
  app: App,
  { companyId, role = 'owner', step = true }: { companyId: string; role?: Role; step?: boolean },
): Promise<Browser & { uri: string }> {
  const member = await signIn(ctx, { companyId, email: `member${made++}@example.org`, role });
  if (!step) return { ...browserWith(app, member), uri: '' };
  const { uri } = await startTotp(ctx, member.caller);
  const taken = await takeSecondStep(ctx, member.caller, codeOf(uri, ctx.clock.now()));
  if (!taken) throw new Error('the code was not taken');
  return { ...browserWith(app, member), uri };
}
