import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Mode } from '../../../src/core/mode.js';
import type { Request } from '../../support/access/access-site.js';
import { toolCall } from '../../support/assistant.js';
import { addSale, addTicketType } from '../../support/data/build.js';
import { addEvents } from '../../support/data/listings.js';
import {
  createTwoCompanies,
  outcome,
  ownersOf,
  type Party,
  sameScope,
  seen,
  type TwoCompanies,
} from '../../support/data/parties.js';
import { MODES, orderBody } from '../../support/data/partners.js';

let two: TwoCompanies;
/** An event that A alone sells. */
let onlyA: string;
beforeAll(async () => {
  two = await createTwoCompanies();
  const { a, site } = two;
  const [event] = await addEvents(site.ctx, [{}]);
  onlyA = event?.id ?? '';
  const ticketTypeId = await addTicketType(site.ctx, onlyA, {});
  const seller = { companyId: a.companyId, keyId: a.keys.server.id, ref: '', kind: 'server' as const };
  await addSale(site.ctx, seller, { eventId: onlyA, ticketTypeId }, { subId: 'click-of-A' });
});
afterAll(() => two.site.close());

const SINCE = 'changed_since=2026-01-01T00:00:00Z';
const NOBODY = { name: 'nobody', kind: 'nobody' as const, credential: { headers: {} } };
type Asker = Party | typeof NOBODY;

interface List {
  ask: (page: { limit?: number; cursor?: string }, owner: Asker) => Request;
  /** Cursors are interchangeable where this is the same. */
  surface: string;
  modes: readonly Mode[] | 'nobody';
}

const query = (page: { cursor?: string; limit?: number }) =>
  new URLSearchParams(Object.entries(page).map(([name, value]): [string, string] => [name, String(value)]));
const get = (path: string, first = '') => {
  return (page: { cursor?: string; limit?: number }): Request => ({
    method: 'GET',
    url: `${path}?${query(page)}${page.cursor === undefined ? first : ''}`,
  });
};
const tool = (page: { cursor?: string; limit?: number }): Request => ({
  method: 'POST',
  url: '/mcp',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(toolCall('find_events', page)),
});

const LISTS: Record<string, List> = {
  'GET /events': { ask: get('/events'), surface: 'events', modes: MODES },
  'GET /events?changed_since': { ask: get('/events', `&${SINCE}`), surface: 'events', modes: MODES },
  'GET /offers': { ask: get('/offers'), surface: 'offers', modes: MODES },
  'GET /earnings': { ask: get('/earnings'), surface: 'earnings', modes: MODES },
  'GET /orders': { ask: get('/orders'), surface: 'orders', modes: MODES },
  'GET /orders?changed_since': { ask: get('/orders', `&${SINCE}`), surface: 'orders', modes: MODES },
  'GET /settlements/{id}/lines': {
    ask: (page, owner) => get(`/settlements/${'partner' in owner ? owner.partner.statementId : ''}/lines`)(page),
    surface: 'lines',
    modes: ['live'],
  },
  'POST /mcp, find_events': { ask: tool, surface: 'events', modes: MODES },
  'GET /demo/events': { ask: get('/demo/events'), surface: 'demo', modes: 'nobody' },
  'POST /mcp, find_events, without a key': { ask: tool, surface: 'demo', modes: 'nobody' },
};

const nextOf = z.union([
  z.looseObject({ next: z.string() }),
  z
    .object({ result: z.object({ structuredContent: z.object({ next: z.string() }) }) })
    .transform(({ result }) => result.structuredContent),
]);

const send = (request: Request, asker: Asker) => two.site.send('/v1', request, asker.credential);

async function cursorOf({ ask }: List, owner: Asker): Promise<string> {
  const answer = await send(ask({ limit: 1 }, owner), owner);
  return nextOf.parse(answer.json()).next;
}

/** The same cursor with another last character: the service did not make it. */
const forged = (cursor: string) => cursor.slice(0, -1) + (cursor.endsWith('A') ? 'E' : 'A');

const ownersIn = ({ modes }: List): Asker[] => (modes === 'nobody' ? [NOBODY] : ownersOf(two, modes));
const serves = ({ modes }: List, asker: Asker) =>
  (modes === 'nobody') === (asker.kind === 'nobody') && (modes === 'nobody' || 'mode' in asker);
const own = (asker: Asker, owner: Asker) =>
  'partner' in asker && 'partner' in owner ? sameScope(asker, owner) : asker === owner;

describe.each(Object.entries(LISTS))('a cursor of %s', (_name, list) => {
  test('goes on for its owner', async () => {
    for (const owner of ownersIn(list)) {
      const answer = await send(list.ask({ cursor: await cursorOf(list, owner), limit: 1 }, owner), owner);
      expect([owner.name, answer.statusCode, answer.body.includes('isError":true')]).toEqual([owner.name, 200, false]);
    }
  });

  test.each(Object.entries(LISTS))(
    'is worth as much as a forged one to everybody else at %s',
    async (_where, other) => {
      const differing: unknown[] = [];
      for (const owner of ownersIn(list)) {
        const cursor = await cursorOf(list, owner);
        for (const asker of [...two.parties, NOBODY]) {
          if (!serves(other, asker) || (own(asker, owner) && list.surface === other.surface)) continue;
          const real = await send(other.ask({ cursor }, asker), asker);
          const fake = await send(other.ask({ cursor: forged(cursor) }, asker), asker);
          const same = JSON.stringify(seen(real)) === JSON.stringify(seen(fake));
          const refused = real.statusCode === 200 ? real.body.includes('invalid_cursor') : real.statusCode >= 400;
          if (!same || !refused) differing.push([owner.name, asker.name, real.body, fake.body]);
          if (
            asker.kind === 'key' &&
            real.statusCode !== 200 &&
            !['invalid_cursor', 'settlement_not_found'].includes(outcome(real))
          )
            differing.push([asker.name, outcome(real)]);
        }
      }
      expect(differing).toEqual([]);
    },
  );
});

test('a cursor opens one statement only, also to the company that has both', async () => {
  const lines = LISTS['GET /settlements/{id}/lines'];
  const [a, b] = ownersOf(two, ['live']);
  if (!lines || !a || !b) throw new Error('there is nothing to ask');
  const cursor = await cursorOf(lines, a);
  const [real, fake] = [cursor, forged(cursor)].map((one) => lines.ask({ cursor: one }, b));
  for (const asker of [a, b]) {
    const [one, other] = [await send(real as Request, asker), await send(fake as Request, asker)];
    expect(seen(one)).toEqual(seen(other));
    expect(outcome(one)).toBe(asker === a ? 'settlement_not_found' : 'invalid_cursor');
  }
});

describe("filters of /earnings by other companies' ids", () => {
  test.each([
    ['settlement_id', () => two.a.statementId, 'stm_AAAAAAAAAAAAAAAAAAAA', 3],
    ['event_id', () => onlyA, 'evt_AAAAAAAAAAAAAAAAAAAA', 1],
    ['sub_id', () => 'click-of-A', 'click-of-C', 1],
  ])('%s finds nothing, as for an unknown id', async (name, id, unknown, count) => {
    for (const party of two.parties.filter(({ kind }) => kind !== 'website')) {
      const ask = (value: string) => send({ method: 'GET', url: `/earnings?${name}=${value}` }, party);
      const real = await ask(id());
      const found = z.object({ earnings: z.array(z.unknown()) }).parse(real.json()).earnings;
      if (party.partner === two.a && party.mode === 'live')
        expect([party.name, found.length]).toEqual([party.name, count]);
      else {
        expect([party.name, found]).toEqual([party.name, []]);
        expect({ ...seen(real), etag: '' }).toEqual({ ...seen(await ask(unknown)), etag: '' });
      }
    }
  });
});

describe('an Idempotency-Key belongs to one company in one mode', () => {
  const place = (party: Party, key: string, quantity = 1) =>
    send(
      {
        method: 'POST',
        url: '/orders',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        payload: JSON.stringify(orderBody(two.site.stock, party.mode, { quantity })),
      },
      party,
    );

  test('with the same or another body, others begin an order of their own', async () => {
    const idempotencyKey = randomUUID();
    const ids = new Set<string>();
    for (const [index, party] of ownersOf(two, MODES).entries()) {
      const answer = await place(party, idempotencyKey, 1 + (index % 2));
      expect([party.name, answer.statusCode]).toEqual([party.name, 200]);
      expect(answer.headers).not.toHaveProperty('idempotency-replayed');
      ids.add(answer.json<{ id: string }>().id);
      const again = await place(party, idempotencyKey, 1 + (index % 2));
      expect([again.headers['idempotency-replayed'], ids.has(again.json<{ id: string }>().id)]).toEqual(['true', true]);
    }
    expect(ids.size).toBe(4);
  });
});
