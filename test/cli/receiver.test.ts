import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../src/config/project-root.js';
import { signatureHeader } from '../../src/domain/webhook-signature.js';

let receiver: ChildProcess;
let address: string;

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  receiver = fork(join(projectRoot(), 'src/cli/receiver.ts'), {
    execArgv: ['-r', join(projectRoot(), 'test/support/run-typescript.cjs')],
    env: { ...process.env, RECEIVER_PORT: String(port), SECRETS: 'whsec_old,whsec_new' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => receiver.once('message', resolve));
});
afterAll(async () => {
  const ended = new Promise((resolve) => receiver.once('exit', resolve));
  receiver.kill('SIGTERM');
  await ended;
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const found = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof found === 'object' && found ? found.port : 0;
}

function deliver(secret: string, body: string): Promise<Response> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'service-signature': signatureHeader([secret], { timestamp, body }),
    'service-delivery-id': 'dlv_1',
  };
  return fetch(`${address}/webhooks`, { method: 'POST', body, headers });
}

test('the example receiver takes what is signed, refuses what is not, and shows both', async () => {
  expect((await deliver('whsec_old', '{"id":"chg_1"}')).status).toBe(204);
  expect((await deliver('whsec_new', '{"id":"chg_2"}')).status).toBe(204);
  expect((await deliver('whsec_forged', '{"id":"chg_3"}')).status).toBe(400);
  expect((await fetch(`${address}/postback?status=pending`)).status).toBe(204);
  const { received } = (await (await fetch(address)).json()) as { received: unknown[] };
  expect(received).toMatchObject([
    { method: 'GET', path: '/postback?status=pending', verified: null },
    { verified: false, body: { id: 'chg_3' } },
    { verified: true, body: { id: 'chg_2' } },
    { verified: true, body: { id: 'chg_1' }, delivery_id: 'dlv_1' },
  ]);
});
