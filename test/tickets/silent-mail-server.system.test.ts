import type { ChildProcess } from 'node:child_process';
import { queueMail } from '../../src/platform/mail/queue-mail.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { buyTickets } from '../support/data/tickets.js';
import { type MailServer, mailSettings, startMailServer } from '../support/outside/mail-server.js';
import { build } from '../support/system/started.js';
import { kill, spawnBuiltWorker } from '../support/system/worker-process.js';
import { deleteSchedules } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let server: MailServer;
let ctx: TestContext;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  await build();
  server = await startMailServer();
  ctx = await createTestContext({ now: new Date().toISOString(), env: mailSettings(server) });
});
afterAll(async () => {
  for (const worker of workers) await kill(worker);
  const temporal = createTemporalClient(ctx.config);
  await deleteSchedules(temporal);
  await temporal.close();
  await server?.close();
  await ctx?.close();
});

const startWorker = () => {
  const worker = spawnBuiltWorker(ctx, mailSettings(server));
  workers.push(worker);
  return worker;
};

test('a worker that ends during a call to a silent mail server disconnects, and the next one sends the mails once', async () => {
  const shop = await openShop(ctx);
  await buyTickets(ctx, shop);
  const byWorkflow = await buyTickets(ctx, shop);
  await ctx.sql`UPDATE ticket_mails SET attempts = 1 WHERE order_id = ${byWorkflow}`;
  const letter = { subject: 'Sign in', paragraphs: ['One.'], notes: [] };
  const expiresAt = new Date(ctx.clock.now().getTime() + 900_000);
  const signIn = { reason: 'test', idempotencyKey: 'one', to: 'ada@partner.example', letter, expiresAt };
  await ctx.sql.begin((tx) => queueMail(ctx, tx, signIn));

  server.fallSilent('recipient');
  const worker = startWorker();
  await waitFor(() => server.waiting() === 3, { timeout: 60_000, what: 'three mails on their way' });
  const stoppedAt = performance.now();
  const ended = new Promise<number | null>((resolve) => worker.once('exit', resolve));
  worker.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(18_000);
  expect(await ctx.sql`SELECT FROM ticket_mails WHERE state = 'queued' AND NOT in_doubt`).toHaveLength(2);

  server.fallSilent(null);
  startWorker();
  const left = () => ctx.sql`
    SELECT id FROM ticket_mails WHERE state <> 'sent' UNION ALL SELECT id FROM mails WHERE state <> 'sent'`;
  await waitFor(async () => (await left()).length === 0, { timeout: 60_000, what: 'the mails' });
  expect(server.received).toHaveLength(3);
}, 180_000);
