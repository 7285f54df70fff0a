import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { headerOf, sendRaw } from '../../support/read/raw-exchange.js';
import { createOrdersApi, newOrder, type OrdersApi, postOrder } from '../orders/tools.js';

let api: OrdersApi;
let port: number;

beforeAll(async () => {
  api = await createOrdersApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

const HOST = 'Host: api.example\r\n';
const key = () => `Authorization: Bearer ${api.seller.key}\r\n`;
const get = (headers: string) => `GET /v1/categories HTTP/1.1\r\n${headers}\r\n`;

function orderBytes(idempotencyKey: string): string {
  const body = JSON.stringify(newOrder(api));
  const headers = `Content-Type: application/json\r\nIdempotency-Key: ${idempotencyKey}\r\nContent-Length: ${body.length}`;
  return `POST /v1/orders HTTP/1.1\r\n${HOST}${key()}${headers}\r\n\r\n${body}`;
}

test.each([
  ['junk', 'GARBAGE\r\n\r\n', 400],
  ['CONNECT', `CONNECT api.example:443 HTTP/1.1\r\n${HOST}\r\n`, 405],
  [
    'an expectation nobody knows',
    `POST /v1/track HTTP/1.1\r\n${HOST}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  ['a head without Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
])('%s behind whole calls is refused after their answers, not in their place', async (_what, bytes, status) => {
  const answers = await sendRaw(port, get(HOST + key()) + get(HOST) + bytes);
  expect(answers.map((answer) => answer.status)).toEqual([200, 401, status]);
});

test.each<[string, () => string]>([
  ['two hosts', () => get(HOST + HOST + key())],
  ['two keys', () => get(HOST + key() + key())],
  ['no host', () => get(key())],
  ['an expectation nobody knows', () => get(`${HOST + key()}Expect: magic\r\nContent-Length: 0\r\n`)],
  [
    'chunks in HTTP/1.0',
    () => `POST /v1/track HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['CONNECT', () => `CONNECT api.example:443 HTTP/1.1\r\n${HOST}\r\n`],
])('what follows %s is not done: it may be part of that message', async (_what, bytes) => {
  const idempotencyKey = randomUUID();
  const answers = await sendRaw(port, bytes() + orderBytes(idempotencyKey));
  expect(answers).toHaveLength(1);
  const answer = await postOrder(api, newOrder(api), { idempotencyKey });
  expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([200, undefined]);
});

test('calls after whole calls are answered in order', async () => {
  const idempotencyKey = randomUUID();
  const last = get(`${HOST + key()}Connection: close\r\n`);
  const answers = await sendRaw(port, get(HOST) + orderBytes(idempotencyKey) + orderBytes(idempotencyKey) + last);
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
  expect(answers.map((answer) => headerOf(answer, 'idempotency-replayed'))).toContain('true');
});
