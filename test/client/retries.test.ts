import { Agent } from 'undici';
import {
  ApiError,
  BulkTooSoonError,
  ClientClosedError,
  type ClientOptions,
  ConnectionError,
  InternalErrorError,
  PartnerEvents,
  RateLimitedError,
  TicketsUnavailableError,
  TimeoutError,
} from '../../packages/client/src/index.js';
import { waitBefore } from '../../packages/client/src/retry.js';
import { waitFor } from '../support/wait-for.js';
import { cut, hang, ok, problem, reset, type ScriptedServer, startScripted } from './support/scripted-server.js';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const client = (options: Partial<ClientOptions> = {}) =>
  new PartnerEvents({ baseUrl: server.baseUrl, key: 'tt_test_a', ...options });
/** Like `fetch`, whose first answer never comes. */
function hangsOnce(): { fetch: typeof fetch; calls: () => number } {
  let calls = 0;
  const late: typeof fetch = (input, init) => {
    calls += 1;
    if (calls > 1) return fetch(input, init);
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };
  return { fetch: late, calls: () => calls };
}
const NEW_ORDER = { event_id: 'evt_1', ticket_type_id: 'tkt_1', buyer_email: 'ada@example.com', buyer_name: 'Ada' };

describe('a call is repeated', () => {
  test.each([
    ['429', problem(429, 'rate_limited')],
    ['500', problem(500, 'internal_error')],
    ['503', problem(503, 'busy')],
    ['502 of a proxy', problem(502, 'nothing_of_ours')],
    ['409 in progress', problem(409, 'idempotency_in_progress')],
  ])('after %s, as Retry-After says', async (_name, step) => {
    server.script(step, step, ok());
    await client().events.list();
    expect(server.calls).toHaveLength(3);
  });

  test('after a connection that is reset before or within the answer', async () => {
    server.script(reset, cut, ok());
    await client().events.list();
    expect(server.calls).toHaveLength(3);
  });

  test('after a try that took too long', async () => {
    server.script(ok());
    const { fetch: late, calls } = hangsOnce();
    await client({ timeout: 1_000, fetch: late }).events.list();
    expect(calls()).toBe(2);
  });

  test('and all tries of an order carry one key: a random one, or your own', async () => {
    for (const options of [{}, { idempotencyKey: 'cart_4711' }]) {
      server.script(problem(503, 'busy'), reset, cut, problem(409, 'idempotency_in_progress'), ok({ id: 'ord_1' }));
      await client({ maxRetries: 4 }).orders.create(NEW_ORDER, options);
      const keys = new Set(server.calls.map(({ headers }) => headers['idempotency-key']));
      expect([server.calls.length, keys.size]).toEqual([5, 1]);
      expect([...keys][0]).toMatch(options.idempotencyKey ?? /^[A-Za-z0-9_-]{8,80}$/);
    }
    await client().orders.create(NEW_ORDER);
    await client().orders.create(NEW_ORDER);
    expect(server.calls.at(-1)?.headers['idempotency-key']).not.toBe(server.calls.at(-2)?.headers['idempotency-key']);
  });

  test('and a signal gets a view, so that a repeat does not count twice', async () => {
    server.script(reset, (response) => response.writeHead(204).end());
    await client().signals.track({ type: 'impression', shown: 1 });
    const [first, second] = server.calls.map(({ body }) => JSON.parse(body).view);
    expect([first, second]).toEqual([expect.stringMatching(/^\w{8,64}$/), first]);
  });
});

describe('a call is not repeated', () => {
  test.each([
    ['400', problem(400, 'invalid_request')],
    ['404', problem(404, 'event_not_found')],
    ['409 for another reason', problem(409, 'tickets_unavailable')],
    ['410', problem(410, 'event_withdrawn')],
  ])('after %s', async (_name, step) => {
    server.script(step);
    await expect(client().events.list()).rejects.toBeInstanceOf(ApiError);
    expect(server.calls).toHaveLength(1);
  });

  test('more often than it may be; the last answer is the error', async () => {
    server.script(problem(500, 'internal_error'));
    await expect(client().events.list()).rejects.toMatchObject({ code: 'internal_error', requestId: 'req_1' });
    expect(server.calls).toHaveLength(3);
    server.script(problem(500, 'internal_error'));
    await expect(client().events.list({}, { maxRetries: 0 })).rejects.toBeInstanceOf(InternalErrorError);
    expect(server.calls).toHaveLength(1);
  });

  test('with retries off, but once after a connection that was closed', async () => {
    server.script(reset, ok());
    await client({ maxRetries: 0 }).events.list();
    expect(server.calls).toHaveLength(2);
    server.script(reset);
    await expect(client({ maxRetries: 0 }).events.list()).rejects.toBeInstanceOf(ConnectionError);
    expect(server.calls).toHaveLength(2);
    const { fetch: late, calls } = hangsOnce();
    const tried = client({ maxRetries: 0, timeout: 50, fetch: late }).events.list();
    await expect(tried).rejects.toBeInstanceOf(TimeoutError);
    expect(calls()).toBe(1);
  });

  test('when Retry-After is longer than anybody would wait', async () => {
    server.script(problem(429, 'bulk_too_soon', { 'retry-after': '840' }));
    const refused = client().bulk.get('bfs_abcdef.ndjson.gz');
    await expect(refused).rejects.toBeInstanceOf(BulkTooSoonError);
    await expect(refused).rejects.toMatchObject({ retryAfter: 840 });
    expect(server.calls).toHaveLength(1);
  });
});

test('Retry-After wins; without it the wait doubles from half a second to five, with jitter', () => {
  const failed = new ConnectionError('reset');
  const at = (tries: number, random: number) => waitBefore(failed, { tries, random });
  expect([0, 1, 2, 3, 4, 9].map((tries) => at(tries, 1))).toEqual([0.5, 1, 2, 4, 5, 5]);
  expect([0, 1, 2, 3, 4, 9].map((tries) => at(tries, 0))).toEqual([0.25, 0.5, 1, 2, 2.5, 2.5]);
  const limited = (retryAfter: string) =>
    new RateLimitedError(
      { type: '', title: '', status: 429, detail: '', request_id: '', code: 'rate_limited' },
      { status: 429, headers: new Headers({ 'retry-after': retryAfter }) },
    );
  expect(waitBefore(limited('7'), { tries: 3, random: 0 })).toBe(7);
  const date = new Date(Date.now() + 30_000).toUTCString();
  const seconds = waitBefore(limited(date), { tries: 0, random: 0 });
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(waitBefore(new TypeError('a fault of ours'), { tries: 0, random: 0 })).toBeNull();
});

test('an unread body is ended before the next try is answered', async () => {
  let ended = false;
  server.script(
    (response) => {
      response.on('close', () => {
        ended = true;
      });
      response.writeHead(503, { 'retry-after': '0' }).write('it goes on');
    },
    async (response, ...rest) => {
      await waitFor(() => ended, { what: 'the end of the first answer' });
      ok()(response, ...rest);
    },
  );
  await client().events.list();
  expect(server.calls).toHaveLength(2);
});

test('an answer that is not JSON is no answer of the service', async () => {
  server.script((response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the Wi-Fi</h1>'),
  );
  await expect(client({ maxRetries: 0 }).events.list()).rejects.toBeInstanceOf(ConnectionError);
  server.script((response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
  await expect(client().events.list()).rejects.toMatchObject({ status: 302, requestId: null });
});

test('a code that is newer than the package is still a problem', async () => {
  server.script(problem(409, 'a_new_code'));
  await expect(client().events.list()).rejects.toMatchObject({ name: 'ProblemError', code: 'a_new_code', status: 409 });
  server.script(problem(409, 'tickets_unavailable'));
  await expect(client().orders.create(NEW_ORDER)).rejects.toBeInstanceOf(TicketsUnavailableError);
});

test('a signal ends the call and its waits, with its own reason', async () => {
  server.script(hang);
  const running = new AbortController();
  const call = client().events.list({}, { signal: running.signal });
  running.abort(new Error('the user left'));
  await expect(call).rejects.toThrow('the user left');
  server.script(problem(503, 'busy', { 'retry-after': '50' }));
  const waiting = new AbortController();
  const wait = client().events.list({}, { signal: waiting.signal });
  await waitFor(() => server.calls.length === 1);
  waiting.abort(new Error('the user left'));
  await expect(wait).rejects.toThrow('the user left');
  await expect(client().events.list({}, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
});

test('close() ends running calls, refuses others, and closes the idle connections of a dispatcher', async () => {
  server.script(ok());
  await waitFor(() => server.open() === 0, { what: 'the end of the connections of the tests before' });
  const one = client({ dispatcher: new Agent() });
  await one.events.list();
  expect(server.open()).toBe(1);
  server.script(hang);
  const running = one.events.get('evt_1');
  await waitFor(() => server.calls.length === 1);
  await Promise.all([one.close(), expect(running).rejects.toBeInstanceOf(ClientClosedError)]);
  await waitFor(() => server.open() === 0, { what: 'the end of the idle connection' });
  await expect(one.events.list()).rejects.toBeInstanceOf(ClientClosedError);
});

test('many calls at once, and one after another, warn of nothing', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  server.script(ok());
  const one = client();
  await Promise.all(Array.from({ length: 30 }, () => one.events.list()));
  for (let i = 0; i < 30; i += 1) await (await one.feeds.get('events.csv')).text();
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
