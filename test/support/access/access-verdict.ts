import { gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { PROBLEMS } from '../../../src/core/problems.js';
import { problem } from '../../../src/core/wire/problem.js';
import type { Request } from './access-site.js';
import { type Cell, type Credential, REFUSALS, UNKNOWN_CALLER } from './access-table.js';

const REALM = 'Bearer realm="partner-events"';
const LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
const json = z.looseObject({
  mode: z.string().optional(),
  code: z.string().optional(),
  error: z.unknown().optional(),
  result: z.looseObject({ structuredContent: z.looseObject({ mode: z.string() }) }).optional(),
});

/** An answer in the words of the tables; the mode of a file is the mode of its events. */
function wordOf(answer: LightMyRequestResponse): string {
  const { statusCode } = answer;
  const type = String(answer.headers['content-type']);
  if (statusCode === 204) return 'empty';
  const body = type.includes('json') && !type.includes('feed') ? json.parse(answer.json()) : null;
  if (typeof body?.error === 'string') return OAUTH_WORDS[body.error] ?? `${statusCode} ${body.error}`;
  if (statusCode >= 400) {
    const [word] = Object.entries(REFUSALS).find(([, code]) => code === body?.code) ?? [];
    return word ?? `${statusCode} ${body?.code}`;
  }
  const mode = body?.mode ?? body?.result?.structuredContent.mode;
  if (mode !== undefined) return mode;
  const text = type === 'application/gzip' ? gunzipSync(answer.rawPayload).toString() : answer.body;
  return text.includes('evt_test_') ? 'test' : 'live';
}

function challengeOf(word: string): RegExp | null {
  if (word === 'missing') return new RegExp(`^${REALM}$`);
  if (UNKNOWN_CALLER.includes(word)) return new RegExp(`^${REALM}, error="invalid_token"`);
  return word === 'scope' ? new RegExp(`^${REALM}, error="insufficient_scope"`) : null;
}

/** Endpoints that need no key answer every page, and count by address. */
const OPEN = /^\/(demo|track)\b/;
const OAUTH = /^\/oauth\//;
/** RFC 6749 section 5.2; of a client that does not choose the body, HTTP Basic is asked for. */
const OAUTH_WORDS: Record<string, string> = { invalid_client: 'client', invalid_request: 'request' };
const BASIC = /^Basic realm="partner-events"/;

/** The pages that may read an answer: the credential's pages, and for a refusal without a server key every page. */
function readableBy(word: string, url: string, credential: Credential): string | undefined {
  if (OPEN.test(url)) return '*';
  if (OAUTH.test(url)) return undefined;
  const { headers, kind } = credential;
  if (UNKNOWN_CALLER.includes(word) || (word === 'url' && !('authorization' in headers))) {
    return /tt_(?:sk|at|cs)_|Basic /.test(JSON.stringify(credential)) ? undefined : '*';
  }
  const isForeignPage = kind === 'website' && headers.origin !== undefined && credential.readableBy === undefined;
  if (word in REFUSALS && (isForeignPage || (word === 'origin' && kind === undefined))) return '*';
  return credential.readableBy;
}

/** Whether the headers of the limit must be there; undefined where both are right. */
function mustTellLimit(word: string, url: string, credential: Credential): boolean | undefined {
  if (OPEN.test(url)) return true;
  if (OAUTH.test(url)) return true;
  if (UNKNOWN_CALLER.includes(word)) return false;
  return word === 'url' && !('authorization' in credential.headers) ? undefined : true;
}

/**
 * The real cell: the word of the answer, with faults of its headers or body in brackets, so that the drawn row and the
 * real row differ where there is a fault.
 */
export function verdictOf(
  { url, method }: Request,
  answer: LightMyRequestResponse,
  { word }: Cell,
  credential: Credential,
): string {
  const { headers, statusCode } = answer;
  const faults: string[] = [];
  const check = (name: string, holds: boolean) => holds || faults.push(name);
  check('request id', /^req_/.test(String(headers['service-request-id'])));
  check('allow-origin', headers['access-control-allow-origin'] === readableBy(word, url, credential));
  const hasLimits = LIMIT_HEADERS.every((name) => headers[name] !== undefined);
  const must = mustTellLimit(word, url, credential);
  check('limit headers', must === undefined || hasLimits === must);
  const challenge = challengeOf(word);
  const given = headers['www-authenticate'];
  if (OAUTH.test(url)) check('challenge', BASIC.test(String(given)) === (word === 'client'));
  else {
    check('challenge', challenge ? challenge.test(String(given)) : given === undefined);
    check('private', statusCode >= 400 || OPEN.test(url) || headers['cache-control'] === 'private');
    check('vary', statusCode >= 400 || OPEN.test(url) || /Authorization, Origin/.test(String(headers.vary)));
  }
  if (statusCode >= 400) check('no-store', headers['cache-control'] === 'no-store');
  check('secret repeated', !credential.secret || !answer.body.includes(credential.secret));
  if (method === 'HEAD') return mark(statusOf(word) === statusCode ? word : `HEAD ${statusCode}`, faults);
  if (statusCode >= 400 && !OAUTH.test(url)) {
    const body = problem.strict().safeParse(answer.json());
    check('problem', body.success && body.data.status === statusCode);
    check('its id', body.data?.request_id === headers['service-request-id']);
    check('problem type', headers['content-type'] === 'application/problem+json');
  }
  return mark(wordOf(answer), faults);
}

function statusOf(word: string): number {
  const code = Object.entries(REFUSALS).find(([name]) => name === word)?.[1];
  return code ? PROBLEMS[code][0] : 200;
}

function mark(word: string, faults: string[]): string {
  return faults.length === 0 ? word : `${word} [${faults.join(', ')}]`;
}
