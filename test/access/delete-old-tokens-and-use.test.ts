import { createKey } from '../../src/access/create-key.js';
import { createClient } from '../../src/access/oauth-clients.js';
import { authenticateClient, issueToken } from '../../src/access/oauth-tokens.js';
import { createCompany } from '../../src/companies/create-company.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { deleteSchedules, pauseSchedule, testWorkflowBundle } from '../support/temporal/temporal.js';

let ctx: TestContext;
let temporal: TemporalClient;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker?.stop();
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

test('a Schedule deletes tokens a day after their end, in batches, and no others', async () => {
  const { action, spec } = await pauseSchedule(temporal, 'forget-tokens');
  expect(spec.intervals).toHaveLength(1);
  const { id: companyId } = await createCompany(ctx, { name: 'Tokens Ltd' });
  await createKey(ctx, { companyId, kind: 'test' });
  const made = await createClient(ctx, { companyId, kind: 'test' });
  await issueToken(ctx, { client: await authenticateClient(ctx, made), scope: undefined });
  const ended = (hours: number) => new Date(ctx.clock.now().getTime() - hours * 3_600_000);
  const insert = (count: number, expires: Date) => ctx.sql`
    INSERT INTO oauth_tokens (hash, client_id, scopes, issued_at, expires_at)
    SELECT decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), ${made.id}, '{events:read}', ${expires}, ${expires}
      FROM generate_series(1, ${count}::int)`;
  await insert(4_500, ended(25));
  await insert(10, ended(23));

  const result = await temporal.client.workflow.execute(action.workflowType, {
    taskQueue: action.taskQueue,
    args: action.args,
    workflowId: `forget-tokens-now${temporal.suffix}`,
    workflowExecutionTimeout: '1 minute',
  });
  expect(result).toEqual({ deleted: 4_500 });
  expect(await ctx.sql`SELECT FROM oauth_tokens`).toHaveLength(11);
});
