// Several seconds: the workers that send refunds take part.
import { openCheckout } from '../../src/orders/open-checkout.js';
import { listRefunds, refundOrder } from '../../src/orders/refunds.js';
import { listDisputes } from '../../src/orders/report-dispute.js';
import { foldRepeats } from '../../src/platform/logs/fold-repeats.js';
import { createLogger } from '../../src/platform/logs/logger.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { refundWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { placeOrder } from '../support/data/holds.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { deleteSchedules, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

/** The stand-in's facts about a card and its holder, like Stripe's. */
const CARD =
  'Carla|Cardholder|cardholder@|Xt5EWLLDS7FJjR1c|last4|exp_year|fingerprint|[^0-9a-z]4242[^0-9a-z]|[^a-z]visa[^a-z]';

let site: StripeSite;
let temporal: TemporalClient;
let worker: RunningWorker;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLogger({ level: 'trace', name: 'test', destination: { write: (line) => void lines.push(line) } });
  site = await openStripeSite({ replace: { log, foldedLog: foldRepeats(log) } });
  temporal = createTemporalClient(site.ctx.config);
  worker = await startWorker(site.ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker?.stop();
  if (temporal) await deleteSchedules(temporal);
  await temporal?.close();
  await site?.close();
});

async function paidOrder(): Promise<{ id: string; intent: string }> {
  const { ctx, stripe, shop } = site;
  const { id } = await placeOrder(ctx, shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  const { payment_intent: intent } = stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  await waitFor(async () => (await ctx.sql`SELECT FROM orders WHERE id = ${id} AND status = 'paid'`).length > 0);
  return { id, intent: intent ?? '' };
}

/** Columns with a matching text; bytes are read as text too. */
async function columnsWith(pattern: string): Promise<string[]> {
  const { sql } = site.ctx;
  const columns = await sql<{ tableName: string; columnName: string; type: string }[]>`
    SELECT c.table_name, c.column_name, c.udt_name AS type FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND c.udt_name IN ('text', 'varchar', 'json', 'jsonb', 'bytea', '_text', '_jsonb', '_bytea')`;
  const found = await Promise.all(
    columns.map(async ({ tableName, columnName, type }) => {
      const column = sql(columnName);
      const text = type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`;
      const rows = await sql`SELECT FROM ${sql(tableName)} WHERE ' ' || ${text} || ' ' ~* ${pattern} LIMIT 1`;
      return rows.length > 0 ? `${tableName}.${columnName}` : null;
    }),
  );
  return found.filter((card) => card !== null);
}

async function historyOf(workflowId: string): Promise<string> {
  const history = JSON.stringify(await temporal.client.workflow.getHandle(workflowId).fetchHistory());
  const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data = '']) => Buffer.from(data, 'base64'));
  return `${history} ${payloads.join(' ')}`;
}

test('nothing of a card or its holder is in the database, in the log or in Temporal', async () => {
  const { ctx, stripe } = site;
  const [refunded, disputed] = [await paidOrder(), await paidOrder()];
  // Failures are logged, and kept in the history.
  stripe.verbs.fault({ path: '/v1/refunds', method: 'POST', kind: '429', times: 1 });
  const { refundId = '' } = (await refundOrder(ctx, { orderId: refunded.id, requestKey: 'one', tickets: 1 })) ?? {};
  stripe.verbs.refund({ intent: refunded.intent, amount: 500 });
  stripe.verbs.dispute({ intent: disputed.intent });
  await waitFor(async () => (await listDisputes(ctx, disputed.id)).length > 0);
  const refused = (await refundOrder(ctx, { orderId: disputed.id, requestKey: 'all' }))?.refundId ?? '';
  await waitFor(async () => (await listRefunds(ctx, disputed.id))[0]?.failure === 'charge_disputed');
  await waitFor(async () => (await listRefunds(ctx, refunded.id)).every(({ state }) => state === 'succeeded'));
  await waitFor(() => stripe.deliverer.waiting().length === 0);
  // Stripe did say it.
  const said = stripe.world.store.all('event').map((event) => JSON.stringify(event));
  for (const mark of ['Carla Cardholder', 'Xt5EWLLDS7FJjR1c', '"last4":"4242"'])
    expect([mark, said.join().includes(mark)]).toEqual([mark, true]);

  // The database has it a moment before the workflow ends with it.
  const ends = [refundId, refused].map((id) => temporal.client.workflow.getHandle(refundWorkflowId(id)).result());
  await Promise.allSettled(ends);
  const histories = await Promise.all([refundId, refused].map((id) => historyOf(refundWorkflowId(id))));
  const written = [...lines, ...histories].join('\n');
  // The same search finds existing values.
  expect(await columnsWith('ada@')).toContain('orders.buyer_email');
  expect(await columnsWith(refunded.intent)).toContain('checkouts.payment_reference');
  for (const seen of [disputed.id, refundId, 'charge_disputed', 'Stripe answered 429'])
    expect([seen, written.includes(seen)]).toEqual([seen, true]);

  expect(await columnsWith(CARD)).toEqual([]);
  expect(written.match(new RegExp(`.{0,80}(${CARD}).{0,80}`, 'i'))?.[0]).toBeUndefined();
});
