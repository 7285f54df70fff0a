import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addKey, addPartner, addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { addWebhookRows } from '../support/data/deliveries.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

async function listen({ kind, ...owner }: Seller): Promise<void> {
  const mode = kind === 'test' ? 'test' : 'live';
  await addWebhookRows(ctx, owner, [{ mode, subscribesEarnings: kind !== 'website' }]);
}

interface ChangeRow {
  what: string;
  earning: string;
  companyId: string;
  keyId: string | null;
  mode: string;
}

const changes = () => ctx.sql<ChangeRow[]>`SELECT what, earning, company_id, key_id, mode FROM changes ORDER BY seq`;

test('each state of an earning is announced once, with the record as it then was', async () => {
  const partner = await addPartner(ctx);
  await listen(partner);
  const { saleId } = await addSale(ctx, partner, await addTicketedEvent(ctx), { quantity: 2, subId: 'click' });
  await reverseSale(ctx, { saleId, reason: 'chargeback', amount: 44.4 });
  ctx.clock.set('2026-12-12T00:00:00Z');
  await matureEarnings(ctx, { limit: 10 });
  await reverseSale(ctx, { saleId, reason: 'fraud' });
  const earnings = (await changes()).map((row) => JSON.parse(row.earning) as Record<string, unknown>);
  expect(earnings.map((delivery) => [delivery.kind, delivery.status, delivery.commission, delivery.sub_id])).toEqual([
    ['sale', 'pending', 10, 'click'],
    ['refund', 'reversed', -5, 'click'],
    ['sale', 'approved', 10, 'click'],
    ['sale', 'ready', 10, 'click'],
    ['sale', 'reversed', -5, 'click'],
  ]);
  const [queued] = await ctx.sql`SELECT count(*)::int AS n FROM outbox WHERE topic = 'change.recorded'`;
  expect(queued).toEqual({ n: 5 });
  expect(JSON.stringify(earnings)).not.toMatch(/berta|buyer/i);
});

test("a test earning is for its own key's endpoints alone, a live one for the company's", async () => {
  const partner = await addPartner(ctx);
  const testKey = await addKey(ctx, partner.companyId, 'test');
  for (const key of [partner, testKey]) await listen(key);
  await addSale(ctx, testKey, await addTicketedEvent(ctx, { test: true }));
  await addSale(ctx, partner, await addTicketedEvent(ctx));
  expect(await changes()).toMatchObject([
    { mode: 'test', keyId: testKey.keyId, companyId: partner.companyId },
    { mode: 'live', keyId: null, companyId: partner.companyId },
  ]);
});

test('nothing is recorded that has no subscriber', async () => {
  await addSale(ctx, await addPartner(ctx), await addTicketedEvent(ctx));
  expect(await changes()).toEqual([]);
});
