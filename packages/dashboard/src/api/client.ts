import { SAMPLE_NAME_PREFIX } from '../../../../src/core/brand.ts';
import type { Answer, Args, Operation } from './operations.ts';
import { Problem, toProblem, UNREACHABLE } from './problem.ts';
import { secondStepTaken } from './second-step-gate.ts';

const ROOT = '/dashboard/api';

/**
 * Calls an operation of the service: `call('POST /keys/:id/roll', { id, body: { keep_hours: 24 } })`. Where a change needs the
 * second step again, it is asked for and the call repeated: nothing was done before.
 *
 * @throws {Problem}
 */
export function call<Name extends Operation>(name: Name, ...[input]: Args<Name>): Promise<Answer<Name>> {
  return send(name, (input ?? {}) as Given);
}

/** The same for reads, until `signal` reports that the result is not needed any more. */
export function read<Name extends Operation>(name: Name, input: object, signal: AbortSignal): Promise<Answer<Name>> {
  return send(name, { ...input }, signal);
}

interface Given {
  query?: Record<string, unknown>;
  body?: object;
  [param: string]: unknown;
}

async function send<T>(name: string, { query = {}, body, ...params }: Given, signal?: AbortSignal): Promise<T> {
  const [method = ''] = name.split(' ');
  const address = toAddress(name, { query, ...params });
  const init: RequestInit = {
    method,
    signal,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  };
  try {
    return await fetchJson<T>(address, init);
  } catch (error) {
    if (method === 'GET' || !(await secondStepTaken(error))) throw error;
    return fetchJson<T>(address, init);
  }
}

function toAddress(name: string, { query = {}, body: _body, ...params }: Given): string {
  const [, path = ''] = name.split(' ');
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return path.replaceAll(/:(\w+)/g, (_, param: string) => String(params[param])) + (search && `?${search}`);
}

/** Where an operation's file is, for a link that saves it. */
export const fileAddress = <Name extends Operation>(name: Name, ...[input]: Args<Name>): string =>
  ROOT + toAddress(name, (input ?? {}) as Given);

/** The longest wait for a file: a year of earnings is written while it is sent. */
const LONGEST_FILE_MS = 300_000;

/**
 * A file with the name that the service gives it.
 *
 * @throws {Problem}
 */
export async function readFile(address: string): Promise<{ name: string; content: Blob }> {
  const offline = !navigator.onLine;
  const signal = AbortSignal.timeout(LONGEST_FILE_MS);
  let answer: Response;
  let content: Blob;
  try {
    answer = await fetch(address, { credentials: 'same-origin', redirect: 'error', signal });
    content = answer.ok ? await answer.blob() : new Blob();
  } catch {
    throw new Problem(0, { code: UNREACHABLE, detail: whyUnreached(offline, false) });
  }
  if (!answer.ok) throw await toProblem(answer);
  const [, name = 'download'] = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '') ?? [];
  return { name, content };
}

declare global {
  interface Window {
    /** Answers that the page asked for before this code was here (`index.html`); undefined where none came. */
    early?: Record<string, Promise<Response | undefined>>;
  }
}

/** Each is taken once. */
function takeEarly(path: string): Promise<Response | undefined> | undefined {
  const answer = window.early?.[path];
  delete window.early?.[path];
  return answer;
}

/** Tests and checks of receivers take up to ten seconds. */
const LONGEST_MS = 30_000;

async function fetchJson<T>(path: string, init: RequestInit): Promise<T> {
  const offline = !navigator.onLine;
  const late = AbortSignal.timeout(LONGEST_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  let answer: Response;
  try {
    answer =
      (await takeEarly(path)) ??
      (await fetch(ROOT + path, { ...init, signal, credentials: 'same-origin', redirect: 'error' }));
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Problem(0, { code: UNREACHABLE, detail: whyUnreached(offline, init.method === 'POST') });
  }
  if (!answer.ok) throw await toProblem(answer);
  return answer.status === 204 ? (undefined as T) : (JSON.parse(await answer.text(), withoutPrefix) as T);
}

/** Names of sample events begin alike, and the header shows the mode. */
const withoutPrefix = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(SAMPLE_NAME_PREFIX) ? value.slice(SAMPLE_NAME_PREFIX.length) : value;

function whyUnreached(offline: boolean, changes: boolean): string {
  if (offline) return `You’re offline. ${changes ? 'Nothing was sent. ' : ''}Try again when you’re back online.`;
  if (!changes) return 'We couldn’t reach the service. Check your connection.';
  return 'We couldn’t reach the service, so we don’t know whether this went through. Check your connection, and check the result before you try again.';
}
