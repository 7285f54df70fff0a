import { type Change, type Changes, PartnerEvents, PartnerEventsError } from '../../packages/client/src/index.js';
import type { CreatedKey } from '../../src/access/create-key.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { addEvents, change, touch } from '../support/data/listings.js';

let api: TestApi;
let key: CreatedKey;
let client: PartnerEvents;
beforeEach(async () => {
  api = await createTestApi();
  key = await api.newKey({ kind: 'server', rateLimit: 1_000_000 });
  client = newClient();
});
afterEach(() => api.close());

/** Calls go into the API without a socket. */
function newClient(): PartnerEvents {
  return new PartnerEvents({
    baseUrl: 'http://api.test/v1',
    key: key.key,
    maxRetries: 0,
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const headers = Object.fromEntries(new Headers(init?.headers));
      const { statusCode, body, headers: answered } = await api.app.inject({ url: pathname + search, headers });
      asked.push(search);
      return new Response(statusCode === 304 ? null : body, {
        status: statusCode,
        headers: { etag: String(answered.etag) },
      });
    },
  });
}
const asked: string[] = [];

/** A partner's store: its events, and its position. */
class Store {
  readonly events = new Map<string, string>();
  position: string | Date = new Date(0);

  apply(changes: readonly Change[]): void {
    for (const { event, withdrawn } of changes) {
      if (event) this.events.set(event.id, JSON.stringify(event));
      else this.events.delete(withdrawn.id);
    }
  }

  /** @param batches how many it takes before it is killed. @param lose whether the last one is not written down. */
  async catchUp({ batches = Number.POSITIVE_INFINITY, lose = false } = {}): Promise<void> {
    let taken = 0;
    for await (const batch of client.events.changes(this.position, { limit: 7 }).batches()) {
      taken += 1;
      if (taken === batches && lose) return;
      this.apply(batch.changes);
      this.position = batch.position;
      if (taken === batches) return;
    }
  }
}

/** The listed events, as served bytes. */
async function catalogue(): Promise<Map<string, string>> {
  const rows = await api.ctx.sql<{ eventId: string }[]>`SELECT event_id FROM event_listings WHERE NOT test`;
  const served = rows.map(async ({ eventId }) => {
    const { body } = await api.app.inject({
      url: `/v1/events/${eventId}`,
      headers: { authorization: `Bearer ${key.key}` },
    });
    return [eventId, body.slice('{"object":"event","mode":"live","event":'.length, -1)] as const;
  });
  return new Map(await Promise.all(served));
}

async function withdraw(ids: readonly string[]): Promise<void> {
  await api.ctx.sql`UPDATE events SET shared = false WHERE id = ANY (${ids as string[]})`;
  await touch(api.ctx, ids);
}

test('changes are what to show and what to take down, and the next ones begin after them', async () => {
  const [first, second] = await addEvents(api.ctx, [{ name: 'First' }, { name: 'Second' }]);
  await withdraw([first?.id ?? '']);
  const changes = client.events.changes(new Date(0));
  const found: Change[] = [];
  for await (const change of changes) found.push(change);
  expect(found.map(({ event, withdrawn }) => event?.name ?? withdrawn?.id).sort()).toEqual(
    ['Second', first?.id].sort(),
  );
  const again: Change[] = [];
  for await (const change of client.events.changes(changes.position)) again.push(change);
  expect(again).toEqual([]);
  await change(api.ctx, second?.id ?? '', { name: 'Third' });
  for await (const change of client.events.changes(changes.position)) again.push(change);
  expect(again.map(({ event }) => event?.name)).toEqual(['Third']);
});

test('a loop that is left in the middle of a batch gets all of it again', async () => {
  await addEvents(api.ctx, [{}, {}, {}]);
  const changes: Changes = client.events.changes(new Date(0));
  for await (const _first of changes) break;
  expect(changes.position).toBe(new Date(0).toISOString());
});

test('a copy is the catalogue, byte for byte, however often it is killed', async () => {
  let random = 42;
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((random / 2_147_483_648) * below);
  };
  const ids = (
    await addEvents(
      api.ctx,
      Array.from({ length: 60 }, (_, i) => ({ name: `Event ${i}` })),
    )
  ).map(({ id }) => id);
  const store = new Store();
  for (let round = 0; round < 40; round += 1) {
    for (let i = 0; i < 5; i += 1) await change(api.ctx, ids[next(ids.length)] ?? '', { name: `Round ${round}.${i}` });
    const one = ids[next(ids.length)] ?? '';
    await change(api.ctx, one, { shared: next(3) === 0 });
    await store.catchUp({ batches: 1 + next(6), lose: next(2) === 0 });
  }
  await store.catchUp();
  expect(store.events).toEqual(await catalogue());
  expect(store.events.size).toBeGreaterThan(20);
});

test('more withdrawals than an answer holds are all taken down, also after a kill, and are not asked for anew for ever', async () => {
  const ids = (
    await addEvents(
      api.ctx,
      Array.from({ length: 1_300 }, () => ({})),
    )
  ).map(({ id }) => id);
  const store = new Store();
  await store.catchUp();
  await withdraw(ids.slice(0, 1_200));
  for (const batches of [1, 1, 2]) await store.catchUp({ batches, lose: batches === 1 });
  await store.catchUp();
  expect(store.events).toEqual(await catalogue());
  expect(store.events.size).toBe(100);
  for (let i = 0; i < 4; i += 1) await store.catchUp();
  asked.length = 0;
  await store.catchUp();
  expect(asked).toHaveLength(1);
});

test('an event that is withdrawn while its page is being read is not shown', async () => {
  const ids = (
    await addEvents(
      api.ctx,
      Array.from({ length: 620 }, () => ({})),
    )
  ).map(({ id }) => id);
  const store = new Store();
  await store.catchUp();
  const [last = ''] = ids.slice(-1);
  await withdraw(ids.slice(0, 510));
  await change(api.ctx, last, { name: 'Changed' });
  const batches = client.events.changes(store.position, { limit: 7 }).batches();
  const first = await batches.next();
  // It was on the page that has come, and goes before the other withdrawals are asked for.
  await withdraw([last]);
  for (let batch = first; !batch.done; batch = await batches.next()) {
    store.apply(batch.value.changes);
    store.position = batch.value.position;
  }
  await store.catchUp();
  expect(store.events).toEqual(await catalogue());
});

test('a cursor that is not known any more begins the walk anew', async () => {
  await addEvents(
    api.ctx,
    Array.from({ length: 20 }, () => ({})),
  );
  const store = new Store();
  await store.catchUp({ batches: 1 });
  store.position = String(store.position).replace(/cursor=[^&]+/, 'cursor=of-another-service');
  await store.catchUp();
  expect(store.events.size).toBe(20);
});

test('a value that is neither an instant nor a position is refused', () => {
  for (const since of ['', 'yesterday', '2026-11-24?last=never']) {
    expect(() => client.events.changes(since)).toThrow(PartnerEventsError);
  }
});
