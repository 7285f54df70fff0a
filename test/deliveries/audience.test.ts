import { setAgreement } from '../../src/companies/set-agreement.js';
import { putAgreement } from '../../src/companies/sql/agreements.js';
import { UNLIMITED_AGREEMENT } from '../../src/core/viewer.js';
import { event, withdrawn } from '../../src/core/wire/event.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { disableEndpoint, removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { fanOutRecorded } from '../../src/deliveries/fan-out.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, addKey, addPartner, addTicketType, type Seller } from '../support/data/build.js';
import { takeChanges, touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
});
afterEach(() => ctx.close());

const hook = async ({ keyId }: Seller) => (await addWebhook(ctx, { key: keyId, url: 'http://localhost:9/' })).id;

interface ReceivedChange {
  endpoint: string;
  type: string;
  mode: string;
  state: string;
  event?: { id: string; name: string; status: string; image: string | null; tickets: { buy_url: string } };
  withdrawn?: { id: string; withdrawn_at: string };
}

/** The content of the deliveries written since the last call. */
async function newDeliveries(): Promise<ReceivedChange[]> {
  const ids = await writeDeliveries(ctx);
  const rows = await ctx.sql<{ endpointId: string; content: Buffer; state: string }[]>`
    SELECT endpoint_id, content, state FROM deliveries WHERE id = ANY (${ids}) ORDER BY change_seq, endpoint_id`;
  return rows.map((row) => {
    const { type, mode, data, ...rest } = JSON.parse(row.content.toString());
    expect(Object.keys(rest)).toEqual(['id', 'created_at']);
    expect(Object.keys(data)).toHaveLength(1);
    if (data.event) event.parse(data.event);
    else withdrawn.parse(data.withdrawn);
    return { endpoint: row.endpointId, type, mode, state: row.state, ...data };
  });
}

const agreement = (narrowing: Partial<typeof UNLIMITED_AGREEMENT>) => ({ ...UNLIMITED_AGREEMENT, ...narrowing });

test('created, changed, rescheduled, cancelled and withdrawn are sent; invisible changes are not', async () => {
  await hook(await addPartner(ctx));
  const eventId = await addEvent(ctx, {});
  const ticketTypeId = await addTicketType(ctx, eventId, { capacity: 100 });
  await touchEvents(ctx, [eventId]);
  expect(await newDeliveries()).toMatchObject([
    { event: { id: eventId, status: 'scheduled' }, type: 'event.changed', mode: 'live' },
  ]);

  await touchEvents(ctx, [eventId], { name: 'Another name' });
  await touchEvents(ctx, [eventId], {
    status: 'rescheduled',
    starts_at: new Date('2027-01-05T20:00:00Z'),
    date: '2027-01-05',
  });
  expect(await newDeliveries()).toMatchObject([
    { event: { name: 'Another name' } },
    { event: { status: 'rescheduled' } },
  ]);

  // A hold moves the inventory's time stamp alone.
  await ctx.sql`UPDATE ticket_types SET held = 3, inventory_updated_at = ${new Date('2026-11-02T10:00:00Z')} WHERE id = ${ticketTypeId}`;
  await touchEvents(ctx, [eventId]);
  await touchEvents(ctx, [eventId]);
  expect(await newDeliveries()).toEqual([]);

  await ctx.sql`UPDATE ticket_types SET held = 0, sold = 100 WHERE id = ${ticketTypeId}`;
  await touchEvents(ctx, [eventId]);
  expect(await newDeliveries()).toMatchObject([{ event: { status: 'sold_out' } }]);
  await ctx.sql`UPDATE ticket_types SET sold = 50 WHERE id = ${ticketTypeId}`;
  await touchEvents(ctx, [eventId]);
  await touchEvents(ctx, [eventId], { status: 'cancelled' });
  expect(await newDeliveries()).toMatchObject([
    { event: { status: 'rescheduled' } },
    { event: { status: 'cancelled' } },
  ]);

  await touchEvents(ctx, [eventId], { shared: false });
  expect(await newDeliveries()).toMatchObject([{ withdrawn: { id: eventId } }]);
  await touchEvents(ctx, [eventId], { name: 'Nobody sees this' });
  expect(await newDeliveries()).toEqual([]);
  await touchEvents(ctx, [eventId], { shared: true });
  expect(await newDeliveries()).toMatchObject([{ event: { id: eventId } }]);
  const kinds = await ctx.sql`SELECT what FROM changes ORDER BY seq`;
  expect(kinds.map((row) => row.what)).toEqual([
    ...['created', 'changed', 'rescheduled', 'sold_out', 'reopened', 'cancelled', 'withdrawn', 'created'],
  ]);
});

test('each partner gets events of its agreement, with its own code; events that leave it are withdrawn', async () => {
  const [everything, portugal, spain, paying] = await Promise.all([1, 2, 3, 4].map(() => addPartner(ctx)));
  if (!everything || !portugal || !spain || !paying) throw new Error('four partners');
  const now = ctx.clock.now();
  await putAgreement(ctx.sql, portugal.companyId, agreement({ countries: ['PT'] }), now);
  await putAgreement(ctx.sql, spain.companyId, agreement({ countries: ['ES'] }), now);
  await putAgreement(ctx.sql, paying.companyId, agreement({ payingOnly: true }), now);
  const hooks = {
    all: await hook(everything),
    pt: await hook(portugal),
    es: await hook(spain),
    pay: await hook(paying),
  };
  const eventId = await addEvent(ctx, { country: 'PT' });
  await touchEvents(ctx, [eventId]);
  const first = await newDeliveries();
  expect(new Map(first.map((delivery) => [delivery.endpoint, delivery.event?.id]))).toEqual(
    new Map([
      [hooks.all, eventId],
      [hooks.pt, eventId],
    ]),
  );
  const link = first.find((delivery) => delivery.endpoint === hooks.pt)?.event?.tickets.buy_url;
  expect(link).toContain(portugal.ref);

  await touchEvents(ctx, [eventId], { country: 'ES' });
  const moved = new Map((await newDeliveries()).map((delivery) => [delivery.endpoint, delivery]));
  expect([...moved.keys()].sort()).toEqual([hooks.all, hooks.pt, hooks.es].sort());
  expect(moved.get(hooks.pt)?.withdrawn?.withdrawn_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(moved.get(hooks.all)?.event?.id).toBe(eventId);
  expect(moved.get(hooks.es)?.event?.id).toBe(eventId);
});

test('the address of an own picture and the links are complete; a text that looks like them is not changed', async () => {
  await hook(await addPartner(ctx));
  const eventId = await addEvent(ctx, {});
  await touchEvents(ctx, [eventId], { image: '/pictures/sports-4.jpg', name: '"image":"/pictures"' });
  expect(await newDeliveries()).toMatchObject([
    { event: { image: `${ctx.config.origin}/pictures/sports-4.jpg`, name: '"image":"/pictures"' } },
  ]);
});

test('events that a narrower agreement loses are withdrawn to that company alone', async () => {
  const [partner, other] = [await addPartner(ctx), await addPartner(ctx)];
  const [hooked] = [await hook(partner), await hook(other)];
  const [lisbon, madrid] = [await addEvent(ctx, { country: 'PT' }), await addEvent(ctx, { country: 'ES' })];
  await touchEvents(ctx, [lisbon, madrid]);
  await newDeliveries();
  await setAgreement(ctx, { company: partner.companyId, agreement: agreement({ countries: ['ES'] }) });
  expect(await newDeliveries()).toMatchObject([{ endpoint: hooked, withdrawn: { id: lisbon } }]);
});

test("a test key's webhooks get only samples, live webhooks only real events, with any agreement", async () => {
  const live = await addPartner(ctx);
  const sandbox = await addKey(ctx, live.companyId, 'test');
  const website = await addKey(ctx, live.companyId, 'website');
  await putAgreement(ctx.sql, live.companyId, agreement({ countries: ['PT'] }), ctx.clock.now());
  const hooks = { live: await hook(live), sandbox: await hook(sandbox), website: await hook(website) };
  const real = await addEvent(ctx, {});
  const sample = await addEvent(ctx, { id: 'evt_test_one', test: true, country: 'ES' });
  await touchEvents(ctx, [real]);
  await touchEvents(ctx, [sample]);
  const shown = (await newDeliveries()).map(({ endpoint, mode, event: shown }) => `${endpoint} ${mode} ${shown?.id}`);
  expect(shown.sort()).toEqual(
    [`${hooks.live} live ${real}`, `${hooks.website} live ${real}`, `${hooks.sandbox} test ${sample}`].sort(),
  );
});

test('without a receiver nothing is recorded', async () => {
  const partner = await addPartner(ctx);
  await putAgreement(ctx.sql, partner.companyId, agreement({ countries: ['FR'] }), ctx.clock.now());
  await hook(partner);
  await hook(await addPartner(ctx, 'test'));
  const removed = await hook(await addPartner(ctx));
  await removeEndpoint(ctx, removed);
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  expect(await takeChanges(ctx)).toEqual([]);
  expect(await ctx.sql`SELECT FROM changes`).toHaveLength(0);
});

test('a disabled endpoint has its deliveries held for thirty days; a revoked key gets nothing', async () => {
  const partner = await addPartner(ctx);
  await disableEndpoint(ctx, await hook(partner));
  const revoked = await addPartner(ctx);
  await hook(revoked);
  await ctx.sql`UPDATE api_keys SET revoked_at = created_at WHERE id = ${revoked.keyId}`;
  const eventId = await addEvent(ctx, {});
  await touchEvents(ctx, [eventId]);
  expect(await newDeliveries()).toMatchObject([{ state: 'held', event: { id: eventId } }]);
  ctx.clock.advance(29 * 86_400_000);
  await touchEvents(ctx, [eventId], { name: 'Later' });
  expect(await newDeliveries()).toMatchObject([{ state: 'held' }]);
  ctx.clock.advance(2 * 86_400_000);
  await touchEvents(ctx, [eventId], { name: 'Much later' });
  expect(await newDeliveries()).toEqual([]);
});

test('fanning the same changes out again writes no delivery twice and changes no byte', async () => {
  await hook(await addPartner(ctx));
  const eventId = await addEvent(ctx, {});
  await touchEvents(ctx, [eventId]);
  const changeIds = await takeChanges(ctx);
  const fanOut = async () => {
    await ctx.sql.begin((tx) => enqueue(tx, 'change.recorded', changeIds, ctx.clock.now()));
    await fanOutRecorded(ctx, { first: true });
  };
  const all = () => ctx.sql`SELECT id, content FROM deliveries`;
  await fanOut();
  const before = await all();
  await touchEvents(ctx, [eventId], { name: 'Later' });
  await takeChanges(ctx);
  await fanOut();
  expect(await all()).toEqual(before);
});

test('many endpoints are paged through', async () => {
  const partner = await addPartner(ctx);
  const keys = await Promise.all(Array.from({ length: 60 }, () => addKey(ctx, partner.companyId, 'server')));
  for (const key of keys) await hook(key);
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  expect(new Set((await newDeliveries()).map((delivery) => delivery.endpoint)).size).toBe(60);
});
