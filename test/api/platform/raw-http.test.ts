import { connect } from 'node:net';
import { problem } from '../../../src/core/wire/problem.js';
import { bearer, createTestApi, probeRoutes, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ build: { extraRoutes: probeRoutes, headersTimeout: 500, requestTimeout: 1_000 } });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

/** Sends bytes unchanged and reads until the server disconnects. */
function exchange(bytes: string | Buffer): Promise<{ head: string; body: string }> {
  const port = Number(new URL(api.app.listeningOrigin).port);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
      resolve({ head, body });
    });
  });
}

async function expectRawProblem(bytes: string | Buffer, status: number, code: string): Promise<string> {
  const { head, body } = await exchange(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(/cache-control: no-store/i);
  const parsed = problem.strict().parse(JSON.parse(body));
  expect(parsed).toMatchObject({ status, code });
  expect(head).toContain(parsed.request_id);
  expect(/service-request-id: (\S+)/i.exec(head)?.[1]).toBe(parsed.request_id);
  return head;
}

const HOST = 'Host: x\r\n';

test.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['a TLS greeting', Buffer.from('16030100c8010000c40303', 'hex')],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a header without a name', `GET /v1/probe HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
  ['a space in a header name', `GET /v1/probe HTTP/1.1\r\n${HOST}Bad Name: x\r\n\r\n`],
  [
    'two lengths (request smuggling)',
    `POST /v1/orders HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
  ],
  ['two content lengths', `POST /v1/orders HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
  ['bytes in the address that were not escaped', Buffer.from(`GET /v1/probe?city=Zürich HTTP/1.1\r\n${HOST}\r\n`)],
  ['an expectation nobody knows', `POST /v1/orders HTTP/1.1\r\n${HOST}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`],
  ['HTTP/1.1 without Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('400 invalid_request: %s', async (_what, bytes) => {
  await expectRawProblem(bytes, 400, 'invalid_request');
});

test('400: a body whose chunks are broken', async () => {
  const head = `POST /v1/probe-orders HTTP/1.1\r\n${HOST}Authorization: ${bearer(api.keys.test).authorization}\r\n`;
  await expectRawProblem(
    `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    400,
    'invalid_request',
  );
});

test('405: CONNECT', async () => {
  expect(await expectRawProblem(`CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`, 405, 'method_not_allowed')).toMatch(
    /Allow: GET/,
  );
});

test('408 request_timeout: a head that never ends', async () => {
  await expectRawProblem('GET /v1/probe HTTP/1.1\r\nHost:', 408, 'request_timeout');
});

test('408 request_timeout: a body that never ends', async () => {
  const head = `POST /v1/probe-orders HTTP/1.1\r\n${HOST}Authorization: ${bearer(api.keys.test).authorization}\r\n`;
  await expectRawProblem(
    `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    408,
    'request_timeout',
  );
});

test('414 uri_too_long: within the head’s limit and beyond it', async () => {
  for (const length of [9_000, 20_000]) {
    const bytes = `GET /v1/probe?city=${'x'.repeat(length)} HTTP/1.1\r\n${HOST}Authorization: ${bearer(api.keys.test).authorization}\r\nConnection: close\r\n\r\n`;
    await expectRawProblem(bytes, 414, 'uri_too_long');
  }
});

test('431 headers_too_large', async () => {
  const bytes = `GET /v1/probe HTTP/1.1\r\n${HOST}X-Padding: ${'x'.repeat(17_000)}\r\n\r\n`;
  await expectRawProblem(bytes, 431, 'headers_too_large');
});

test('200: HTTP/1.0 without Host', async () => {
  expect((await exchange('GET /healthz HTTP/1.0\r\n\r\n')).head).toMatch(/^HTTP\/1\.1 200 /);
});
