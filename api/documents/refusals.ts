import type { z } from 'zod';
import type { oauthError } from '../../src/access/wire.js';
import { PROBLEMS } from '../../src/core/problems.js';
import { child, type Json } from '../http/json.js';
import { REQUEST_ID } from './headers.js';

const PROBLEM = 'application/problem+json';

/** Refusals that any operation may meet before its own rules apply, each described once. */
const EVERYWHERE: Record<string, string> = {
  '414': 'AddressTooLong',
  '415': 'UnsupportedMediaType',
  '431': 'HeadersTooLarge',
};
/** The same, of operations that take a body. */
const WITH_BODY: Record<string, string> = { '408': 'RequestTimeout', '413': 'BodyTooLarge' };

function problemMedia(status: number, concerned: (code: string) => boolean, origin: string): Json {
  const examples: Json = {};
  for (const [code, [known, title, detail]] of Object.entries(PROBLEMS)) {
    if (known !== status || !concerned(code)) continue;
    const type = `${origin}/problems/${code}`;
    examples[code] = { value: { type, title, status, detail, request_id: 'req_8kT2vQ0aXy5Lr3Wn7Bd1', code } };
  }
  return { schema: { $ref: '#/components/schemas/Problem' }, examples };
}

const wordsOf = (media: Json): string => `Code ${Object.keys(child(media, 'examples')).join(', ')}.`;

/** A refusal of one operation: a problem, in addition to the words of another protocol that the route declares. */
export function problemAnswer(
  concerned: (code: string) => boolean,
  status: number,
  origin: string,
  declared: Json,
): Json {
  const media = problemMedia(status, concerned, origin);
  const own = Object.entries(child(declared, 'content')).filter(
    ([, schema]) => !JSON.stringify(schema).includes('/Problem"'),
  );
  // Some statuses the platform never answers here, only the protocol of the route.
  if (own.length > 0 && Object.keys(child(media, 'examples')).length === 0) {
    return { description: 'An error of the protocol.', content: Object.fromEntries(own) };
  }
  return { description: wordsOf(media), content: { [PROBLEM]: media, ...Object.fromEntries(own) } };
}

/** The errors of RFC 6749 for each status; the others are the platform's refusals. */
const OAUTH_CODES: Record<number, string> = {
  400: 'invalid_request, unauthorized_client, unsupported_grant_type, invalid_scope',
  401: 'invalid_client',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const OAUTH_ERROR: z.infer<typeof oauthError> = {
  error: 'invalid_client',
  error_description: 'The client is unknown, or its secret is wrong.',
  request_id: 'req_8kT2vQ0aXy5Lr3Wn7Bd1',
};

export function oauthRefusal(status: number): Json {
  const schema = { $ref: '#/components/schemas/OAuthError' };
  const description = `Error ${OAUTH_CODES[status] ?? 'invalid_request'}.`;
  return { description, content: { 'application/json': { schema, example: OAUTH_ERROR } } };
}

/** Refusals of every operation that no route declares: references into {@link sharedRefusals}. */
export function platformRefusals({ oauth, body }: { oauth: boolean; body: boolean }): Json {
  const refer = ([status, name]: [string, string]) => [
    status,
    { $ref: `#/components/responses/${oauth && !OUR_WORDS_ALWAYS.has(status) ? 'OAuth' : ''}${name}` },
  ];
  return Object.fromEntries([...Object.entries(EVERYWHERE), ...(body ? Object.entries(WITH_BODY) : [])].map(refer));
}

/** Refused before the address has been read. */
const OUR_WORDS_ALWAYS = new Set(['408', '431']);

/** The `components.responses` that {@link platformRefusals} refers to. */
export function sharedRefusals(origin: string): Json {
  const shared: Json = {};
  for (const [status, name] of Object.entries({ ...EVERYWHERE, ...WITH_BODY })) {
    const media = problemMedia(Number(status), () => true, origin);
    const answer = { description: wordsOf(media), headers: REQUEST_ID };
    shared[name] = { ...answer, content: { [PROBLEM]: media } };
    if (OUR_WORDS_ALWAYS.has(status)) continue;
    const { description, content } = oauthRefusal(Number(status));
    shared[`OAuth${name}`] = { ...answer, description, content: { ...(content as Json), [PROBLEM]: media } };
  }
  return shared;
}
