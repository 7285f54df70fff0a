import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { projectRoot } from '../../src/platform/config/project-root.js';

let receiver: ChildProcess;
let address: string;

beforeAll(async () => {
  receiver = fork(join(projectRoot(), 'src/cli/receiver.ts'), {
    execArgv: ['-r', join(projectRoot(), 'test/support/run-typescript.cjs')],
    env: { ...process.env, RECEIVER_PORT: '0', SECRETS: 'whsec_old,whsec_new' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    receiver.once('message', (message: { port: number }) => resolve(message));
    receiver.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)));
  });
  address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  const ended = new Promise((resolve) => receiver.once('exit', resolve));
  receiver.kill('SIGTERM');
  await ended;
});

function deliver(secret: string, body: string): Promise<Response> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'service-signature': signatureHeader([secret], { timestamp, body }),
    'service-delivery-id': 'dlv_1',
  };
  return fetch(`${address}/webhooks`, { method: 'POST', body, headers });
}

test('the example receiver accepts signed deliveries, refuses others, and shows both', async () => {
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
