import type { KeyKind } from './viewer.js';

/** Prefixes of keys, by kind (contract: Authentication 2). */
export const KEY_PREFIXES: Record<KeyKind, string> = {
  test: 'tt_test_',
  website: 'tt_pk_live_',
  server: 'tt_sk_live_',
};

/** Prefix of access tokens; clients get them from `/oauth/token`. */
export const ACCESS_TOKEN_PREFIX = 'tt_at_';

/** How client secrets begin: they open `/oauth/*` and nothing else. */
export const CLIENT_SECRET_PREFIX = 'tt_cs_';

/** How the tokens in sign-in links begin: they open one session. */
export const SIGN_IN_PREFIX = 'tt_si_';

/** How the tokens of members' sessions begin. */
export const SESSION_PREFIX = 'tt_ss_';

/** How the keys of organizers begin: they check tickets at the door, and open nothing of the API. */
export const ORGANIZER_KEY_PREFIX = 'tt_og_';

const PREFIXES = [
  ...Object.values(KEY_PREFIXES),
  ACCESS_TOKEN_PREFIX,
  CLIENT_SECRET_PREFIX,
  SIGN_IN_PREFIX,
  SESSION_PREFIX,
  ORGANIZER_KEY_PREFIX,
];

/** Prefixes of all credentials and signing secrets, as part of a regular expression. */
export const CREDENTIAL_PREFIX = `(?:${[...PREFIXES, 'whsec_'].join('|')})`;

/** The part after the prefix: long enough that a key cannot be guessed. */
const SECRET = /^[A-Za-z0-9]{32,128}$/;

/** The kind of a key by its prefix, or null when the text is no key of ours. */
export function parseKeyKind(text: string): KeyKind | null {
  for (const kind of ['test', 'website', 'server'] as const) {
    const prefix = KEY_PREFIXES[kind];
    if (text.startsWith(prefix)) return SECRET.test(text.slice(prefix.length)) ? kind : null;
  }
  return null;
}

export function isAccessToken(text: string): boolean {
  return text.startsWith(ACCESS_TOKEN_PREFIX) && SECRET.test(text.slice(ACCESS_TOKEN_PREFIX.length));
}

export function isOrganizerKey(text: string): boolean {
  return text.startsWith(ORGANIZER_KEY_PREFIX) && SECRET.test(text.slice(ORGANIZER_KEY_PREFIX.length));
}

/** A credential of ours anywhere in a text, also when it was cut short or its case was changed. */
const CREDENTIAL = new RegExp(`${CREDENTIAL_PREFIX}[A-Za-z0-9]{16}`, 'i');

/** Whether a text contains a credential or signing secret of ours; a prefix alone (`tt_test_summer`) is none. */
export function containsCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

/** Whether a text has a prefix of our credentials, well-formed or not. */
export function hasCredentialPrefix(text: string): boolean {
  return PREFIXES.some((prefix) => text.startsWith(prefix));
}
