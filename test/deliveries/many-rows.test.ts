import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { pageDeliveries } from '../../src/deliveries/list-deliveries.js';
import type { OwnedEndpoint } from '../../src/deliveries/rules/ref.js';
import { closeEndpointDeliveries } from '../../src/deliveries/sql/deliveries.js';
import { type LogFilter, pageOfDeliveries } from '../../src/deliveries/sql/delivery-log.js';
import { listFailingEndpoints } from '../../src/deliveries/sql/failing-endpoints.js';
import { listAuditRows } from '../../src/platform/audit/sql.js';
import type { Queryable } from '../../src/platform/database/database.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { addDeliveries, type NewDelivery } from '../support/data/deliveries.js';

/** Deliveries of one endpoint and one company, a minute apart. */
const KEPT = 4_000;
const WAITING = 20;
/** The most rows that a page may read; a scan of everything exceeds it. */
const READ = 400;

const NONE: LogFilter = {
  state: null,
  type: null,
  eventId: null,
  since: null,
  until: null,
  beforeSeq: null,
  limit: 26,
};

let ctx: TestContext;
let endpoint: OwnedEndpoint;

beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  const shop = await openShop(ctx);
  const { id } = await addWebhook(ctx, { key: shop.live.keyId, url: 'http://127.0.0.1:9/' });
  const [row] = await ctx.sql<{ companyId: string }[]>`SELECT company_id FROM delivery_endpoints WHERE id = ${id}`;
  endpoint = { companyId: row?.companyId ?? '', endpointId: id };
  await addDeliveries(
    ctx,
    down(KEPT + 2 * WAITING, 1)
      .toReversed()
      .map((n): NewDelivery => {
        const common = { endpointId: id, eventId: `evt_${n % 50}`, createdAt: minute(n) };
        return n > KEPT
          ? { ...common, state: 'pending', attempt: n % 2, nextAttemptAt: new Date() }
          : { ...common, state: 'delivered' };
      }),
  );
  const actions = Array.from({ length: KEPT }, (_, i) => i + 1).map((n) => ({
    at: minute(n),
    actor: `mem_${Math.floor(n / 100)}`,
    action: n === 1 ? 'company.suspend' : 'key.create',
    object_id: `key_${n}`,
    company_id: endpoint.companyId,
  }));
  await ctx.sql`INSERT INTO audit_log ${ctx.sql(actions)}`;
  await ctx.sql`ANALYZE`;
});
afterAll(() => ctx.close());

function minute(n: number): Date {
  return new Date(Date.parse('2026-11-01T00:00:00Z') + n * 60_000);
}

/** The result of the work, and how many rows of the table it read; it is rolled back. */
async function reading<T>(table: string, work: (tx: Queryable) => Promise<T>): Promise<{ found: T; read: number }> {
  const answers: { found: T; read: number }[] = [];
  const done = new Error('done');
  const readSoFar = async (tx: Queryable): Promise<number> => {
    const [row] = await tx<{ read: number }[]>`
      SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables WHERE relname = ${table}`;
    return row?.read ?? 0;
  };
  await ctx.sql
    .begin(async (tx) => {
      const before = await readSoFar(tx);
      answers.push({ found: await work(tx), read: (await readSoFar(tx)) - before });
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
  const [answer] = answers;
  if (!answer) throw new Error('no answer');
  return answer;
}

const seqsOf = (rows: readonly { changeSeq: string }[]) => rows.map(({ changeSeq }) => Number(changeSeq));
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test.each<[string, Partial<LogFilter>, number[]]>([
  ['the newest', {}, down(KEPT + 2 * WAITING, KEPT + 2 * WAITING - 25)],
  ['long ago', { since: minute(100), until: minute(200) }, down(199, 174)],
  ['long ago, from a row on', { since: minute(100), until: minute(200), beforeSeq: '110' }, down(109, 100)],
  ['before an instant', { until: minute(10) }, down(9, 1)],
  ['since an instant', { since: minute(KEPT + 2 * WAITING - 2) }, down(KEPT + 2 * WAITING, KEPT + 2 * WAITING - 2)],
  ['after all', { since: minute(2 * KEPT) }, []],
  ['of earnings', { type: 'earnings.changed' }, []],
  ['of an event and a time', { eventId: 'evt_7', until: minute(120) }, [107, 57, 7]],
  ['delivered, long ago', { state: 'delivered', until: minute(4) }, [3, 2, 1]],
  ['waiting, long ago', { state: 'pending', until: minute(KEPT) }, []],
])('a page of deliveries reads no more than it shows: %s', async (_name, filter, seqs) => {
  const { found, read } = await reading('deliveries', (tx) => pageOfDeliveries(tx, endpoint, { ...NONE, ...filter }));
  expect(seqsOf(found)).toEqual(seqs);
  expect(read).toBeLessThan(READ);
});

test('pages of a time follow one another, newest first', async () => {
  const input = { ...endpoint, since: minute(100).toISOString(), until: minute(160).toISOString(), limit: 25 };
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { deliveries, next } = await pageDeliveries(ctx, { ...input, cursor });
    seen.push(...deliveries.map(({ id }) => id));
    if (next === null) break;
    cursor = next;
  }
  expect(seen).toEqual(down(159, 100).map((seq) => `dlv_${seq}`));
});

test('waiting deliveries of a disabled endpoint are found among all its deliveries, the oldest first', async () => {
  const { found, read } = await reading('deliveries', async (tx) => {
    await tx`UPDATE delivery_endpoints SET status = 'disabled', disabled_reason = 'failing', disabled_at = now()`;
    const times = { now: new Date(), dueOnly: false };
    const counts = [];
    for (const limit of [15, 100, 100])
      counts.push(await closeEndpointDeliveries(tx, endpoint.endpointId, 'held', { ...times, limit }));
    return counts;
  });
  expect(found).toEqual([15, 2 * WAITING - 15, 0]);
  expect(read).toBeLessThan(READ);
});

test('only due deliveries are held, on request', async () => {
  const { found } = await reading('deliveries', async (tx) => {
    await tx`UPDATE delivery_endpoints SET status = 'disabled', disabled_reason = 'operator', disabled_at = now()`;
    await tx`UPDATE deliveries SET next_attempt_at = now() + interval '1 hour' WHERE change_seq > ${KEPT + WAITING}`;
    const options = { now: new Date(), dueOnly: true, limit: 100 };
    return closeEndpointDeliveries(tx, endpoint.endpointId, 'held', options);
  });
  expect(found).toBe(WAITING);
});

test('waiting deliveries of failing endpoints are counted without reading ended ones', async () => {
  const { found, read } = await reading('deliveries', async (tx) => {
    await tx`UPDATE delivery_endpoints SET failing_since = now()`;
    await tx`UPDATE deliveries SET state = 'held', finished_at = now() WHERE id IN ('dlv_5', 'dlv_6', 'dlv_7')`;
    return listFailingEndpoints(tx, { kind: 'webhook', limit: 10 });
  });
  expect(found).toMatchObject([{ waiting: 2 * WAITING, held: 3, oldest: minute(5) }]);
  expect(read).toBeLessThan(READ);
});

test.each<[string, Parameters<typeof listAuditRows>[1], number]>([
  ['all', {}, 50],
  ['since an instant', { since: minute(KEPT - 9) }, 10],
  ['of a rare kind', { kind: 'company' }, 1],
  ['of a kind without any', { kind: 'order' }, 0],
  ['by a member', { actor: 'mem_3' }, 50],
])('a page of the audit log reads no more than it shows: %s', async (_name, filter, count) => {
  const { companyId } = endpoint;
  const { found, read } = await reading('audit_log', (tx) => listAuditRows(tx, { companyId, ...filter }, 50));
  expect(found).toHaveLength(count);
  expect(read).toBeLessThan(READ);
  const { found: rest } = await reading('audit_log', (tx) =>
    listAuditRows(tx, { companyId, ...filter, before: found.at(4)?.id ?? 0 }, 5),
  );
  expect(rest.map(({ id }) => id)).toEqual(found.slice(5, 10).map(({ id }) => id));
});
