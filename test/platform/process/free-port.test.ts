import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from '../../../src/platform/process/free-port.js';

test('gives the preferred port only while nothing listens on it', async () => {
  const port = await freePort();
  expect(await freePort(port)).toBe(port);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await freePort(port)).not.toBe(port);
  await new Promise((resolve) => server.close(resolve));
});

test('gives no port twice, also to processes that ask at the same time', async () => {
  // All take their numbers from the same few, so that they would meet.
  const program = `
    require('node:crypto').randomInt = () => 20_000 + Math.floor(Math.random() * 300);
    const { freePort } = require('./src/platform/process/free-port.ts');
    (async () => { for (let n = 0; n < 10; n += 1) console.log(await freePort()); })();`;
  const run = () =>
    promisify(execFile)(process.execPath, ['-r', './test/support/run-typescript.cjs', '-e', program], {
      cwd: process.cwd(),
      encoding: 'utf8',
    });
  const outputs = await Promise.all([run(), run(), run()]);
  const ports = outputs.flatMap(({ stdout }) => stdout.trim().split('\n'));
  expect(ports).toHaveLength(30);
  expect(new Set(ports).size).toBe(30);
});
