import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { startOrderHold } from '../../../src/orders/start-holds.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { createTemporalClient } from '../../../src/platform/temporal/client.js';
import { NotVisibleError, prepareNamespace } from '../../../src/platform/temporal/prepare-namespace.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { testTemporalAddress } from '../../support/environment.js';
import { kill, spawnWorker } from '../../support/system/worker-process.js';

let ctx: TestContext;
let connection: Connection;

beforeAll(async () => {
  ctx = await createTestContext();
  connection = await Connection.connect({ address: testTemporalAddress() });
});
afterAll(async () => {
  await connection.close();
  await ctx.close();
});

/** A namespace that no server knows. */
function newNamespace(): string {
  return `new-${randomBytes(6).toString('hex')}`;
}

it('prepares a new namespace, by several processes at once, so that a hold can start right away', async () => {
  const namespace = newNamespace();
  await Promise.all(Array.from({ length: 3 }, () => prepareNamespace(connection, namespace)));
  const temporal = createTemporalClient({ ...ctx.config, temporal: { ...ctx.config.temporal, namespace } });
  try {
    const hold = {
      id: 'ord_1',
      eventId: 'evt_1',
      companyId: 'cmp_1',
      mode: 'live' as const,
      status: 'awaiting_payment' as const,
      quantity: 1,
      holdBatch: null,
      requestId: null,
      traceparent: null,
    };
    expect(await startOrderHold(temporal, { ...hold, holdUntil: new Date('2100-01-01T00:00:00Z') })).toBe(true);
  } finally {
    await temporal.close();
  }
});

it('says what to check when the server does not find a new namespace in time', async () => {
  const namespace = newNamespace();
  const said: string[] = [];
  const preparing = prepareNamespace(connection, namespace, { limitMs: 0, log: (line) => said.push(line) });
  await expect(preparing).rejects.toThrow(NotVisibleError);
  await expect(preparing).rejects.toThrow(new RegExp(`namespace ${namespace} was registered.*[\\s\\S]*same database`));
  expect(said).toEqual([]);
});

it('migrates with a namespace that does not exist yet, and again', async () => {
  const namespace = newNamespace();
  for (const expected of [/ready/, /ready/]) {
    const { stdout } = await runMigrate({ TEMPORAL_NAMESPACE: namespace });
    expect(stdout).toMatch(expected);
    expect(stdout).toContain(namespace);
  }
});

it('starts a worker alone on a namespace that does not exist yet', async () => {
  const worker = await spawnWorker(ctx, { TEMPORAL_NAMESPACE: newNamespace() });
  expect(worker.exitCode).toBeNull();
  await kill(worker);
});

function runMigrate(env: Record<string, string>): Promise<{ stdout: string }> {
  const program = [
    '-r',
    join(projectRoot(), 'test/support/run-typescript.cjs'),
    join(projectRoot(), 'src/cli/main.ts'),
    'migrate',
  ];
  return promisify(execFile)(process.execPath, program, {
    env: { ...process.env, DATABASE_URL: ctx.databaseUrl, TEMPORAL_ADDRESS: testTemporalAddress(), ...env },
  });
}
