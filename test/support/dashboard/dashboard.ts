import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { App } from '../../../api/http/access.js';
import type { Role } from '../../../src/members/rules/roles.js';
import { confirmTotp, startTotp } from '../../../src/members/totp.js';
import type { TestContext } from '../context.js';
import { codeOf, signIn, type TestMember } from './members.js';

/** The browser's headers of calls from the dashboard's own pages. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Its name over plain HTTP. */
export const SESSION_COOKIE = 'partner_events_session';

export const cookieOf = (token: string): string => `${SESSION_COOKIE}=${token}`;

/** The JSON of an answer. */
type Answered = ReturnType<typeof JSON.parse>;

/** A browser with a member's session. */
export interface Browser extends TestMember {
  /** From where it calls, unless from this machine. */
  remoteAddress?: string;
  get(path: string, query?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** The same where success is expected: the answer's body. */
  read(path: string, query?: Record<string, string>): Promise<Answered>;
  done(path: string, body?: unknown): Promise<Answered>;
}

/** The session's token that an answer gives the browser; undefined when it gives none. */
export const givenToken = ({ headers }: LightMyRequestResponse): string | undefined =>
  new RegExp(`${SESSION_COOKIE}=(\\w+)`).exec(String(headers['set-cookie']))?.[1];

/** Calls like a browser with the session of a token, and takes over each new token. */
export function browserWith(app: App, member: TestMember): Browser {
  const call = async (options: InjectOptions) => {
    const { remoteAddress } = browser;
    const headers = { cookie: cookieOf(browser.token), ...OWN_PAGE };
    const answer = await app.inject({ ...options, ...(remoteAddress && { remoteAddress }), headers });
    browser.token = givenToken(answer) ?? browser.token;
    return answer;
  };
  const url = (path: string) => `/dashboard/api${path}`;
  const get: Browser['get'] = (path, query = {}) => call({ url: url(path), query });
  const post: Browser['post'] = (path, body) =>
    call({ method: 'POST', url: url(path), ...(body !== undefined && { payload: body as object }) });
  const bodyOf = (answer: LightMyRequestResponse, path: string) => {
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.body === '' ? null : answer.json();
  };
  const browser: Browser = {
    ...member,
    get,
    post,
    read: async (path, query) => bodyOf(await get(path, query), path),
    done: async (path, body) => bodyOf(await post(path, body), path),
  };
  return browser;
}

let made = 0;

/** A member with an authenticator app, whose code was just accepted by default. */
export async function browserOf(
  ctx: TestContext,
  app: App,
  { companyId, role = 'owner', step = true }: { companyId: string; role?: Role; step?: boolean },
): Promise<Browser & { uri: string }> {
  const member = await signIn(ctx, { companyId, email: `member${made++}@example.org`, role });
  if (!step) return Object.assign(browserWith(app, member), { uri: '' });
  const { uri } = await startTotp(ctx, member.caller);
  const token = await confirmTotp(ctx, member.caller, codeOf(uri, ctx.clock.now()));
  if (!token) throw new Error('the code was not taken');
  return Object.assign(browserWith(app, { ...member, token }), { uri });
}
