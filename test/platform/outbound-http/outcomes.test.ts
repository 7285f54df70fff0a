import { toFault } from '../../../src/platform/outbound-http/faults.js';
import { type OutboundOptions, sendOutbound } from '../../../src/platform/outbound-http/send.js';
import {
  type RunningServer,
  startCanary,
  startMisbehavingServer,
  startMisbehavingTlsServer,
  TEST_AUTHORITY,
} from '../../support/outside/misbehaving-server.js';
import { waitFor } from '../../support/wait-for.js';

let plain: RunningServer;
let tls: RunningServer;
let silent: RunningServer;

beforeAll(async () => {
  [plain, tls, silent] = await Promise.all([startMisbehavingServer(), startMisbehavingTlsServer(), startCanary()]);
});
afterAll(() => Promise.all([plain, tls, silent].map((server) => server.close())));

const LOCAL: OutboundOptions = { allowPrivate: true, resolve: async () => ['127.0.0.1'], ca: TEST_AUTHORITY };

function post(url: string, options: Partial<OutboundOptions> = {}) {
  const body = Buffer.from('{"id":"chg_1"}');
  const headers = { 'content-type': 'application/json' };
  return sendOutbound({ method: 'POST', url, mode: 'test', headers, body }, { ...LOCAL, ...options });
}

/** Within it the status must have come, on a machine that is busy too; the drips go on for ever. */
const DRIP_MS = 5_000;

const at = (path: string) => `http://127.0.0.1:${plain.port}/${path}`;

describe('an answer', () => {
  test.each([
    [200, 'ok'],
    [204, 'ok'],
    [299, 'ok'],
    [300, 'http_3xx'],
    [301, 'http_3xx'],
    [304, 'http_3xx'],
    [308, 'http_3xx'],
    [400, 'http_4xx'],
    [410, 'http_4xx'],
    [429, 'http_4xx'],
    [500, 'http_5xx'],
    [503, 'http_5xx'],
    [700, 'protocol'],
  ])('with status %d counts as %s', async (status, expected) => {
    const outcome = await post(at(`status/${status}`));
    expect(outcome).toMatchObject({ class: expected, statusCode: status });
  });

  test('is kept, its first 8 KiB', async () => {
    const outcome = await post(at('long/20000'));
    expect(outcome.class).toBe('ok');
    expect(outcome.answer.toString()).toBe('y'.repeat(8_192));
  });

  test('of 2xx that does not end is a failure, and reading stops', async () => {
    const outcome = await post(at('huge/200'));
    expect(outcome).toMatchObject({ class: 'answer_too_large', statusCode: 200 });
    expect(outcome.answer).toHaveLength(8_192);
  });

  test('of 500 that does not end is still a 500', async () => {
    const outcome = await post(at('huge/500'));
    expect(outcome).toMatchObject({ class: 'http_5xx', statusCode: 500 });
    expect(outcome.answer).toHaveLength(8_192);
  });

  test('that comes by drips ends at the deadline, which neither headers nor bytes put off', async () => {
    const outcome = await post(at('drip/200'), { deadlineMs: DRIP_MS });
    expect(outcome).toMatchObject({ class: 'timeout', statusCode: 200 });
  });

  test('by drips with a refusing status keeps its class', async () => {
    const outcome = await post(at('drip/503'), { deadlineMs: DRIP_MS });
    expect(outcome).toMatchObject({ class: 'http_5xx', statusCode: 503 });
  });
});

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n';

describe('an answer as it comes over the wire', () => {
  test.each([
    ['after 100 Continue, which nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, 200, 'ok'],
    ['after 103 Early Hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${OK}`, 200, 'ok'],
    ['of 204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok', 204, 'ok'],
    ['with more behind it', `${OK}HTTP/1.1 500 Too Late\r\n\r\n`, 200, 'ok'],
    ['in chunks with a trailer', `${CHUNKED}0\r\nX-Sum: 1\r\n\r\n`, 200, 'ok'],
    ['in chunks that are none', `${CHUNKED}zz\r\n`, 200, 'protocol'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok', null, 'protocol'],
    ['of 101, which nobody asked for', 'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', null, 'protocol'],
  ])('%s', async (_what, bytes, statusCode, expected) => {
    const outcome = await post(at(`raw/${Buffer.from(bytes).toString('hex')}`));
    expect(outcome).toMatchObject({ class: expected, statusCode });
  });
});

describe('a receiver that', () => {
  test('never answers is a timeout', async () => {
    expect(await post(at('hang'), { deadlineMs: 100 })).toMatchObject({ class: 'timeout', statusCode: null });
  });

  test('resets the connection is connection_reset', async () => {
    expect(await post(at('reset'))).toMatchObject({ class: 'connection_reset', statusCode: null });
  });

  test('resets in the middle of a 200 is connection_reset', async () => {
    expect(await post(at('cut'))).toMatchObject({ class: 'connection_reset', statusCode: 200 });
  });

  test('does not speak HTTP is protocol', async () => {
    expect(await post(at('garbage'))).toMatchObject({ class: 'protocol', statusCode: null });
  });

  test('sends endless headers is protocol', async () => {
    expect(await post(at('headers'))).toMatchObject({ class: 'protocol', statusCode: null });
  });

  test('with port 0, where no server can listen, no other port is called', async () => {
    expect((await post('http://127.0.0.1:0/')).detail).not.toContain(':80');
  });

  test('is not there is connection_refused', async () => {
    const gone = await startCanary();
    await gone.close();
    expect(await post(`http://127.0.0.1:${gone.port}/`)).toMatchObject({ class: 'connection_refused' });
  });

  test('has a name that does not resolve is dns', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND hooks.test'), { code: 'ENOTFOUND' });
    };
    expect(await post('http://hooks.test/', { resolve })).toMatchObject({ class: 'dns' });
    expect(await post('http://hooks.test/', { resolve: async () => [] })).toMatchObject({ class: 'dns' });
  });

  test('has a name whose servers never answer is a timeout', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    expect(await post('http://hooks.test/', { resolve, deadlineMs: 100 })).toMatchObject({ class: 'timeout' });
  });

  test('has a second address that listens is reached there', async () => {
    const outcome = await post(`http://hooks.test:${plain.port}/`, { resolve: async () => ['127.0.0.2', '127.0.0.1'] });
    expect(outcome.class).toBe('ok');
  });
});

describe('over TLS', () => {
  const secure = (path: string, host = 'hooks.test') => `https://${host}:${tls.port}/${path}`;

  test('a trusted certificate for the name is accepted', async () => {
    expect(await post(secure('status/200'))).toMatchObject({ class: 'ok', statusCode: 200 });
  });

  test('an unknown authority is tls', async () => {
    expect(await post(secure('status/200'), { ca: undefined })).toMatchObject({ class: 'tls' });
  });

  test('a certificate for another name is tls', async () => {
    expect(await post(secure('status/200', 'other.test'))).toMatchObject({ class: 'tls' });
    expect(await post(secure('status/200', '127.0.0.1'))).toMatchObject({ class: 'tls' });
  });

  test('a server that knows nothing newer than TLS 1.1 is tls', async () => {
    const old = await startMisbehavingTlsServer({
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await post(`https://hooks.test:${old.port}/`)).toMatchObject({ class: 'tls' });
    await old.close();
  });

  test('a server that speaks plain HTTP is tls', async () => {
    expect(await post(`https://hooks.test:${plain.port}/`)).toMatchObject({ class: 'tls' });
  });

  test('a receiver that refuses us after the handshake, as TLS 1.3 has it, is tls', () => {
    const code = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
    expect(toFault(Object.assign(new Error('alert certificate required'), { code })).failure).toBe('tls');
  });

  test('a handshake that never ends is a timeout', async () => {
    expect(await post(`https://hooks.test:${silent.port}/`, { deadlineMs: 100 })).toMatchObject({ class: 'timeout' });
  });
});

test('no connection outlives its attempt', async () => {
  await Promise.all(['hang', 'drip/200', 'huge/200', 'status/200'].map((path) => post(at(path), { deadlineMs: 100 })));
  await waitFor(() => plain.open() === 0 && tls.open() === 0 && silent.open() === 0);
  expect([plain.open(), tls.open(), silent.open()]).toEqual([0, 0, 0]);
});
