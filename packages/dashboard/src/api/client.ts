import { Problem, toProblem, UNREACHABLE } from './problem.ts';
import { secondStepTaken } from './second-step-gate.ts';

const ROOT = '/dashboard/api';

type Query = Record<string, string | number | undefined | null>;

/** Reads. @throws {Problem} */
export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return call<T>(`${path}${search && `?${search}`}`, { signal });
}

/**
 * Changes something. Where the second step must be taken again first, it is asked for and the call repeated: nothing was
 * done before.
 *
 * @throws {Problem}
 */
export async function post<T = void>(path: string, body?: object, query: Query = {}): Promise<T> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const address = given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
  const init: RequestInit = {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  };
  try {
    return await call<T>(address, init);
  } catch (error) {
    if (!(await secondStepTaken(error))) throw error;
    return call<T>(address, init);
  }
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

async function call<T>(path: string, init: RequestInit): Promise<T> {
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
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

function whyUnreached(offline: boolean, changes: boolean): string {
  if (offline) return `You’re offline. ${changes ? 'Nothing was sent. ' : ''}Try again when you’re back online.`;
  if (!changes) return 'We couldn’t reach the service. Check your connection.';
  return 'We couldn’t reach the service, so this may not have been done. Check your connection, and look before you try again.';
}
