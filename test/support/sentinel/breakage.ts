import { sendTest } from '../../../src/deliveries/endpoints/send-test.js';
import { replayDelivery } from '../../../src/deliveries/replay.js';
import { retryNow } from '../../../src/deliveries/retry-now.js';
import { recordAdjustment } from '../../../src/earnings/record-adjustment.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import { monthOf, startOfMonth } from '../../../src/settlements/rules/settlement.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import { SETTLEMENT_CLOSE_WORKFLOW } from '../../../src/settlements/workflow.js';
import { touchEvents } from '../temporal/fan-out.js';
import { waitFor } from '../wait-for.js';
import { bearer, checkoutOf, order, orderThatExpires } from './flows.js';
import type { Stage } from './stage.js';

/** Runs work while rows that fit the condition alone can be written to a table: Postgres quotes those it refuses. */
async function whileBroken(stage: Stage, table: string, condition: string, work: () => Promise<void>): Promise<void> {
  const { sql } = stage.ctx;
  await sql.unsafe(`ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (${condition}) NOT VALID`);
  try {
    await work();
  } finally {
    await sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT broken`);
  }
}

/** Waits until a process has logged this many more failures with these words. */
function failing(stage: Stage, words: RegExp): () => Promise<unknown> {
  const count = () =>
    stage.site.places().flatMap(({ name, text }) => (name.startsWith('log') ? [...text.matchAll(words)] : []));
  const before = count().length;
  return () => waitFor(() => count().length > before, { what: `a failure with ${words}` });
}

/** A database that refuses writes of the API and the workers, and a database that lacks a table. */
export async function brokenDatabase(stage: Stage): Promise<void> {
  const { ctx, site, keys } = stage;
  const { page } = checkoutOf(stage, await order(stage, 'order with its checkout_url'));
  await whileBroken(stage, 'orders', 'quantity > 20', async () => {
    await site.call('internal error', `${page}/pay`, { method: 'POST' });
    const { status } = await order(stage, 'internal error');
    if (status !== 500) throw new Error(`the broken table went unnoticed: ${status}`);
  });
  await whileBroken(stage, 'idempotency_keys', "key = 'none'", async () => {
    await order(stage, 'internal error');
  });
  let expiring = '';
  await whileBroken(stage, 'orders', "status <> 'expired'", async () => {
    const failed = failing(stage, /violates check constraint \W*broken/g);
    expiring = await orderThatExpires(stage);
    await failed();
  });
  await waitFor(
    async () => (await ctx.sql`SELECT FROM orders WHERE id = ${expiring} AND status = 'expired'`).length === 1,
    {
      what: 'the order to expire',
    },
  );
  await ctx.sql`ALTER TABLE orders RENAME TO orders_away`;
  await order(stage, 'internal error');
  await site.call('internal error', '/v1/orders/ord_1', { headers: bearer(keys.server) });
  await ctx.sql`ALTER TABLE orders_away RENAME TO orders`;
}

/** Deliveries to every kind of receiver, and attempts that cannot be written down. */
export async function deliveries(stage: Stage): Promise<void> {
  const { ctx, event, sample, hooks } = stage;
  for (const id of [hooks.fine, hooks.failing, hooks.postback]) await sendTest(ctx, id);
  await touchEvents(ctx, [event.id, sample.id], { name: 'TEST EVENT — NO REAL MONEY Another name' });
  const attempted = await waitFor(
    async () => {
      const rows = await ctx.sql<{ id: string; endpoint: string }[]>`
        SELECT DISTINCT ON (endpoint_id) id, endpoint_id AS endpoint FROM deliveries
        WHERE last_outcome IS NOT NULL AND (endpoint_id <> ${hooks.failing} OR state = 'pending')`;
      const [{ count } = { count: 0 }] = await ctx.sql<
        { count: number }[]
      >`SELECT count(*) AS count FROM delivery_endpoints`;
      return rows.length === count - 1 && rows;
    },
    { what: 'an attempt for every endpoint whose secret can be opened, and one that waits for its retry' },
  );
  const of = (endpoint: string) => attempted.find((attempt) => attempt.endpoint === endpoint)?.id ?? '';
  const [again, postback] = [of(hooks.fine), of(hooks.postback)];
  await whileBroken(stage, 'delivery_attempts', 'finished_at IS NULL', async () => {
    const failed = failing(stage, /violates check constraint \W*broken/g);
    await replayDelivery(ctx, postback);
    await retryNow(ctx, of(hooks.failing));
    await failed();
  });
  await whileBroken(stage, 'deliveries', "state = 'pending'", async () => {
    const failed = failing(stage, /violates check constraint \W*broken/g);
    await replayDelivery(ctx, again);
    await failed();
  });
}

/** What else runs behind the API: a refund that cannot be written down, a bulk file, a month end, and every document. */
export async function theRest(stage: Stage): Promise<void> {
  const { ctx, site, temporal, keys, companyId, subscriptionId } = stage;
  const [paid] = await ctx.sql<{ id: string }[]>`SELECT id FROM orders WHERE status = 'partially_refunded'`;
  await whileBroken(stage, 'refunds', 'sent_at IS NULL', async () => {
    const failed = failing(stage, /violates check constraint \W*broken/g);
    await refundOrder(ctx, { orderId: paid?.id ?? '', requestKey: 'rest' });
    await failed();
  });
  for (const format of ['ndjson', 'csv']) {
    await site.call('bulk file', `/v1/bulk/${subscriptionId}.${format}.gz`, { headers: bearer(keys.server) });
  }
  await setTerms(ctx, { company: companyId, method: 'bank_transfer', netDays: 5, minimum: 1, reference: null });
  const now = ctx.clock.now();
  const lastMonth = new Date(startOfMonth(monthOf(now)).getTime() - 86_400_000);
  const line = { companyId, amount: { minor: 900, currency: 'EUR' } };
  await ctx.sql.begin((tx) => recordAdjustment(tx, line, lastMonth));
  await temporal.client.workflow.execute<(input: object) => Promise<unknown>>(SETTLEMENT_CLOSE_WORKFLOW, {
    workflowId: `settlement-close/sentinel${temporal.suffix}`,
    taskQueue: temporal.queue('settlements'),
    args: [{ month: monthOf(lastMonth), requestedBy: 'test', reason: 'month end' }],
  });
  const listed = await site.call('settlements', '/v1/settlements', { headers: bearer(keys.server) });
  const [statement] = JSON.parse(listed.text).settlements;
  for (const format of ['csv', 'pdf']) {
    await site.call('settlements', `/v1/settlements/${statement.id}.${format}`, { headers: bearer(keys.server) });
  }
  await site.call('earnings', '/v1/earnings', { headers: bearer(keys.server) });
  await site.call('offers', '/v1/offers', { headers: bearer(keys.server) });
  for (const path of ['/openapi.json', '/docs', '/', '/metrics', '/problems/key_invalid', '/readyz']) {
    await site.call(`document ${path}`, path);
  }
}
