import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/platform/process/free-port.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { temporaryFolder } from '../../support/environment.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { runServer } from '../../support/system/run-server.js';
import { SERVICE, shakeHands } from '../../support/tls-api.js';
import { waitFor } from '../../support/wait-for.js';

const folder = temporaryFolder();
const cert = join(folder.path, 'cert.pem');
const key = join(folder.path, 'key.pem');
const put = (pair: { pem: string; key: string }) => {
  writeFileSync(cert, pair.pem);
  writeFileSync(key, pair.key);
};

let ctx: TestContext;
let child: ChildProcess | undefined;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(async () => {
  child?.kill();
  folder.remove();
  await ctx.close();
});

test('SIGHUP loads a renewed certificate, and ignores an unusable one', async () => {
  put(SERVICE);
  const port = await freePort();
  const server = runServer(ctx, { DATA_DIR: folder.path, PORT: String(port), TLS_CERT: cert, TLS_KEY: key });
  child = server.process;
  await server.ready;
  const served = async () => {
    const socket = await shakeHands(port, { rejectUnauthorized: false });
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256.replaceAll(':', '').toLowerCase();
  };
  expect(await served()).toBe(SERVICE.fingerprint);

  const renewed = makeCertificate({ name: 'localhost' });
  put(renewed);
  expect(await served()).toBe(SERVICE.fingerprint);
  child.kill('SIGHUP');
  await waitFor(async () => (await served()) === renewed.fingerprint);

  writeFileSync(cert, SERVICE.pem);
  child.kill('SIGHUP');
  await waitFor(async () => server.output().includes('TLS_KEY: is not the key of the certificate in TLS_CERT'));
  expect(await served()).toBe(renewed.fingerprint);
  child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('settings that cannot be used end the start with one line that names them', async () => {
  put({ pem: SERVICE.pem, key: makeCertificate().key });
  const server = runServer(ctx, { DATA_DIR: folder.path, PORT: '0', TLS_CERT: cert, TLS_KEY: key });
  expect(await server.ended).toBe(1);
  const [, line, ...more] = server.output().trim().split('\n');
  expect(JSON.parse(line ?? '').msg).toBe('TLS_KEY: is not the key of the certificate in TLS_CERT');
  expect(more).toEqual([]);
});
