import { buildApp } from '../../api/app.js';
import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { dismissGuardian } from '../../src/embedded/guardian.js';
import { getEvent } from '../../src/listings/get-event.js';
import { STANDBY_MISSED } from '../../src/listings/on-standby.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { Context } from '../../src/platform/context/context.js';
import { bearer } from '../support/api.js';
import { addEvents, change, LIVE_VIEWER, page } from '../support/data/listings.js';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/system/standby.js';
import { waitFor } from '../support/wait-for.js';

const EPOCH = '1970-01-01T00:00:00.000000Z';

let servers: ReplicatedPostgres;
/** Reads from the standby while it keeps up. */
let ctx: Context;
/** Reads from the primary. */
let primary: Context;
/** Reads from the standby however far it is behind, as a process does within the seconds that are allowed. */
let late: Context;

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: servers.primaryUrl,
    DATABASE_READ_URL: servers.standbyUrl,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  ctx = createContext(config, { name: 'test' });
  await ctx.clock.refresh?.();
  primary = { ...ctx, standby: null };
  ctx.standby?.start();
  const pools = await keepsUp();
  const state = () => ({ usable: true, behindMs: 0 });
  late = { ...ctx, standby: { pools: () => pools, state, start: () => {}, close: async () => {} } };
});
afterAll(async () => {
  if (ctx) await closeContext(ctx);
  await servers?.close();
  await dismissGuardian();
});
afterEach(() => servers?.resumeReplay().catch(() => {}));

const keepsUp = () => waitFor(() => ctx.standby?.pools(), { what: 'a standby that keeps up' });
const idsOf = ({ events }: { events: { id: string }[] }) => events.map(({ id }) => id);
const missed = (reason: string) => ctx.counts.of(STANDBY_MISSED).get(reason) ?? 0;

/** Adds events, one after the other, and waits until the standby has them. */
async function addReplayed(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(...(await addEvents(ctx, [{}])).map(({ id }) => id));
  const last = ids.at(-1) ?? '';
  await waitFor(async () => idsOf(await page(late, { changed_since: EPOCH }, { limit: 100 })).includes(last));
  return ids;
}

test('a walk that the primary began ends with all it promised, and one that the standby began leaves the rest to the next', async () => {
  const [first = '', second = '', third = ''] = await addReplayed(3);
  const since =
    (await page(primary, { changed_since: EPOCH }, { limit: 100 })).events.find(({ id }) => id === first)?.updated_at ??
    '';
  const walk = { changed_since: new Date(Date.parse(since) - 1).toISOString() };
  await servers.pauseReplay();
  await change(ctx, second, { shared: false });
  const [added] = (await addEvents(ctx, [{}])).map(({ id }) => id);
  // The standby itself knows nothing of either.
  const stale = await page(late, walk);
  expect(idsOf(stale)).toEqual([first, second, third]);
  expect(stale.withdrawn?.map(({ id }) => id)).not.toContain(second);

  const begun = await page(primary, walk, { limit: 1 });
  expect(begun.withdrawn?.map(({ id }) => id)).toContain(second);
  const before = missed('behind');
  const rest = await page(late, {}, { cursor: begun.next ?? '', limit: 10 });
  expect(idsOf(rest)).toEqual([third, added]);
  expect(missed('behind')).toBe(before + 1);

  const next = await page(primary, { changed_since: stale.events.at(-1)?.updated_at ?? '' });
  expect(idsOf(next)).toEqual([added]);
  expect(next.withdrawn?.map(({ id }) => id)).toContain(second);
});

test('an event that the standby does not know yet is read from the primary; keys are', async () => {
  await servers.pauseReplay();
  const [id = ''] = (await addEvents(ctx, [{}])).map((event) => event.id);
  expect(JSON.parse((await getEvent(late, LIVE_VIEWER, { id })).toString()).event.id).toBe(id);
  await change(ctx, id, { shared: false });
  await expect(getEvent(late, LIVE_VIEWER, { id })).rejects.toMatchObject({ code: 'event_withdrawn' });

  const app = await buildApp(late);
  try {
    const company = await createCompany(ctx, { name: 'Read Ltd' });
    const key = await createKey(ctx, { companyId: company.id, kind: 'server' });
    const url = '/v1/categories';
    expect((await app.inject({ url, headers: bearer(key) })).statusCode).toBe(200);
  } finally {
    await app.close();
  }
});

test('a standby that falls behind is not read until it has caught up', async () => {
  await keepsUp();
  await servers.pauseReplay();
  await addEvents(ctx, [{}]);
  await waitFor(() => ctx.standby?.pools() === null, { what: 'a standby that is too far behind' });
  const [id] = (await addEvents(ctx, [{}])).map((event) => event.id);
  const before = missed('down');
  expect(idsOf(await page(ctx, { changed_since: EPOCH }, { limit: 100 }))).toContain(id);
  expect(missed('down')).toBe(before + 1);
  await servers.resumeReplay();
  await keepsUp();
});

test('no read fails while the standby stops and comes back', async () => {
  await keepsUp();
  const ids = await addReplayed(2);
  let isOver = false;
  const read = async () => {
    let count = 0;
    for (; !isOver; count += 1) {
      const found = idsOf(await page(ctx, { changed_since: EPOCH }, { limit: 100 }));
      expect(found).toEqual(expect.arrayContaining(ids));
    }
    return count;
  };
  const readers = Promise.all([read(), read(), read(), read()]);
  readers.catch(() => {});
  try {
    await servers.stopStandby();
    await waitFor(() => ctx.standby?.pools() === null, { what: 'a standby that is away' });
    await servers.startStandby();
    await keepsUp();
  } finally {
    isOver = true;
  }
  expect(Math.min(...(await readers))).toBeGreaterThan(0);
});
