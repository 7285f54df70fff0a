import type { FastifyReply, FastifyRequest } from 'fastify';
import { BROWSER_MS, LONGEST_MS } from '../../src/members/rules/session-life.js';
import type { Config } from '../../src/platform/config/config.js';

const isSecure = ({ origin }: Config): boolean => origin.startsWith('https:');

/** The cookie's name; browsers take one with `__Host-` from this host alone, over TLS, and for all paths of it. */
export function cookieName(config: Config): string {
  return isSecure(config) ? '__Host-partner_events' : 'partner_events_session';
}

/** The cookie by which a browser is known again at the next sign-in. It opens nothing. */
const browserCookieName = (config: Config): string =>
  isSecure(config) ? '__Host-partner_events_browser' : 'partner_events_browser';

/** The session's token, if the browser sent one. */
export const sessionToken = (request: FastifyRequest, config: Config): string | null =>
  parseCookie(request, cookieName(config));

/** The token that the browser got at a sign-in. */
export const browserToken = (request: FastifyRequest, config: Config): string | null =>
  parseCookie(request, browserCookieName(config));

function parseCookie({ headers }: FastifyRequest, name: string): string | null {
  const found = (headers.cookie ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** Gives the browser a session's token, or with null takes it back. No script reads it, and no other site sends it. */
export function setSession(reply: FastifyReply, config: Config, token: string | null): void {
  setCookie(reply, config, { name: cookieName(config), value: token ?? '', lastsMs: token === null ? 0 : LONGEST_MS });
}

/** Lets the browser be known again. */
export function setBrowser(reply: FastifyReply, config: Config, token: string): void {
  setCookie(reply, config, { name: browserCookieName(config), value: token, lastsMs: BROWSER_MS });
}

function setCookie(
  reply: FastifyReply,
  config: Config,
  { name, value, lastsMs }: { name: string; value: string; lastsMs: number },
): void {
  const secure = isSecure(config) ? '; Secure' : '';
  const cookie = `${name}=${value}; Path=/; Max-Age=${lastsMs / 1_000}; HttpOnly; SameSite=Strict${secure}`;
  // A second cookie is sent in addition to the first.
  reply.header('Set-Cookie', cookie);
}
