import type { FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_MS } from '../../src/members/rules/session-life.js';
import type { Config } from '../../src/platform/config/config.js';

const isSecure = ({ origin }: Config): boolean => origin.startsWith('https:');

/** The cookie's name; browsers take one with `__Host-` from this host alone, over TLS, and for all paths of it. */
export function cookieName(config: Config): string {
  return isSecure(config) ? '__Host-partner_events' : 'partner_events_session';
}

/** The session's token, if the browser sent one. */
export function sessionToken({ headers }: FastifyRequest, config: Config): string | null {
  const name = `${cookieName(config)}=`;
  const found = (headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(name));
  return found?.slice(name.length) || null;
}

/** Gives the browser a session's token, or with null takes it back. No script reads it, and no other site sends it. */
export function setSession(reply: FastifyReply, config: Config, token: string | null): void {
  const seconds = token === null ? 0 : LONGEST_MS / 1_000;
  const secure = isSecure(config) ? '; Secure' : '';
  const cookie = `${cookieName(config)}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('Set-Cookie', cookie);
}
