import { randomUUID } from 'node:crypto';
import type { Mode } from '../../../src/core/mode.js';
import type { ProblemCode } from '../../../src/core/problems.js';
import type { Request } from '../../support/access/access-site.js';
import { toolCall } from '../../support/assistant.js';
import { addTicketType } from '../../support/data/build.js';
import { addEvents, change } from '../../support/data/listings.js';
import {
  createTwoCompanies,
  leaksOf,
  outcome,
  ownersOf,
  sameScope,
  seen,
  type TwoCompanies,
} from '../../support/data/parties.js';
import { MODES, orderBody, type Partner } from '../../support/data/partners.js';
import { formFields } from '../../support/read/forms.js';

let two: TwoCompanies;
/** An event that only A may show, with its ticket type, and an event that A could show until it was withdrawn. */
let sport: { id: string; ticketTypeId: string };
let gone: string;
beforeAll(async () => {
  two = await createTwoCompanies();
  const { ctx } = two.site;
  const [one, other] = await addEvents(ctx, [{ category: 'sport' }, { category: 'sport' }]);
  sport = { id: one?.id ?? '', ticketTypeId: await addTicketType(ctx, one?.id ?? '', {}) };
  gone = other?.id ?? '';
  await change(ctx, gone, { shared: false });
});
afterAll(() => two.site.close());

const get = (url: string): Request => ({ method: 'GET', url });
const post = (url: string, body?: unknown, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  url,
  ...(body !== undefined && { payload: JSON.stringify(body) }),
  headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
});

interface Owned {
  ask: (id: string) => Request;
  id: (partner: Partner, mode: Mode) => string;
  unknown: string;
  modes: readonly Mode[];
  /** The answers for other keys and for tokens; a website key may not ask at all. */
  key: ProblemCode;
  token: ProblemCode;
  /** The other mode of the same company has it too. */
  shared?: boolean;
}

const X = 'AAAAAAAAAAAAAAAAAAAA';
const order = {
  id: (partner: Partner, mode: Mode) => partner.orderId[mode],
  unknown: `ord_${X}`,
  modes: MODES,
  key: 'order_not_found',
  token: 'scope_required',
} as const;
const statement = {
  id: (partner: Partner) => partner.statementId,
  unknown: `stm_${X}`,
  modes: ['live'],
  key: 'settlement_not_found',
  token: 'settlement_not_found',
} as const;
const file = {
  id: (partner: Partner) => partner.subscriptionId,
  unknown: `bfs_${X}`,
  modes: MODES,
  key: 'file_not_found',
  token: 'scope_required',
  shared: true,
} as const;
const SINCE = '2026-01-01T00:00:00Z';

const OWNED: Record<string, Owned> = {
  'GET /orders/{id}': { ...order, ask: (id) => get(`/orders/${id}`) },
  'POST /orders/{id}/cancel': { ...order, ask: (id) => post(`/orders/${id}/cancel`) },
  'GET /settlements/{id}/lines': { ...statement, ask: (id) => get(`/settlements/${id}/lines`) },
  'GET /settlements/{id}.csv': { ...statement, ask: (id) => get(`/settlements/${id}.csv`) },
  'GET /settlements/{id}.xlsx': { ...statement, ask: (id) => get(`/settlements/${id}.xlsx`) },
  'GET /settlements/{id}.pdf': { ...statement, ask: (id) => get(`/settlements/${id}.pdf`) },
  'GET /bulk/{file} (NDJSON)': { ...file, ask: (id) => get(`/bulk/${id}.ndjson.gz`) },
  'GET /bulk/{file} (CSV)': { ...file, ask: (id) => get(`/bulk/${id}.csv.gz`) },
  'GET /bulk/{file} (changes)': { ...file, ask: (id) => get(`/bulk/${id}.ndjson.gz?changed_since=${SINCE}`) },
};

describe('an id of another company or another mode is answered like an unknown id', () => {
  test.each(Object.entries(OWNED))('%s', async (_endpoint, { ask, id, unknown, modes, key, token, shared }) => {
    const leaks: string[] = [];
    for (const owner of ownersOf(two, modes)) {
      const real = ask(id(owner.partner, owner.mode));
      for (const stranger of two.parties) {
        const foreign = shared ? stranger.partner !== owner.partner : !sameScope(stranger, owner);
        if (!foreign && stranger.kind !== 'website') continue;
        const refused = { key, token, website: 'key_kind_not_allowed' } as const;
        leaks.push(...(await leaksOf(two, stranger, { real, unknown: ask(unknown), refused })));
      }
    }
    expect(leaks).toEqual([]);
  });

  test('all of them exist for their owners, and the other callers have not changed them', async () => {
    for (const [endpoint, { ask, id, modes }] of Object.entries(OWNED)) {
      if (endpoint.startsWith('POST') || endpoint.includes('CSV')) continue;
      for (const owner of ownersOf(two, modes)) {
        const answer = await two.site.send('/v1', ask(id(owner.partner, owner.mode)), owner.credential);
        expect([endpoint, owner.name, answer.statusCode]).toEqual([endpoint, owner.name, 200]);
        if (endpoint.startsWith('GET /orders')) expect(answer.json()).toMatchObject({ status: 'awaiting_payment' });
      }
    }
  });
});

describe('an event that the caller may not show is as unknown as an unknown one', () => {
  const unknown = { live: `evt_${X}`, test: `evt_test_${X}` };

  /** Events, and who has ever been able to see them. */
  const events = (): [id: string, sees: (partner: Partner, mode: Mode) => boolean][] => [
    [two.site.stock.eventId.live, (_partner, mode) => mode === 'live'],
    [two.site.stock.eventId.test, (_partner, mode) => mode === 'test'],
    [sport.id, (partner, mode) => mode === 'live' && partner === two.a],
    [gone, (partner, mode) => mode === 'live' && partner === two.a],
  ];
  const like = (id: string) => (id.startsWith('evt_test_') ? unknown.test : unknown.live);

  test.each([
    [
      'GET /events/{id}',
      (id: string) => get(`/events/${id}`),
      { key: 'event_not_found', website: 'event_not_found', token: 'event_not_found' },
    ],
    [
      'GET /events/{id}/tickets',
      (id: string) => get(`/events/${id}/tickets`),
      { key: 'event_not_found', website: 'key_kind_not_allowed', token: 'scope_required' },
    ],
    [
      'POST /orders, event_id',
      (id: string) =>
        post('/orders', orderBody(two.site.stock, 'live', { event_id: id }), { 'idempotency-key': randomUUID() }),
      { key: 'unknown_event', website: 'key_kind_not_allowed', token: 'scope_required' },
    ],
    [
      'POST /mcp, get_event',
      (id: string) => post('/mcp', toolCall('get_event', { id })),
      { key: '200', website: '200', token: 'scope_required' },
    ],
  ] as const)('%s', async (_endpoint, ask, refused) => {
    const differing: unknown[] = [];
    for (const [id, sees] of events()) {
      for (const { name, partner, mode, kind, credential } of two.parties) {
        if (sees(partner, mode)) continue;
        const [real, none] = [
          await two.site.send('/v1', ask(id), credential),
          await two.site.send('/v1', ask(like(id)), credential),
        ];
        if (JSON.stringify(seen(real)) !== JSON.stringify(seen(none))) differing.push([name, id, real.body, none.body]);
        if (outcome(real) !== refused[kind]) differing.push([name, id, outcome(real)]);
        if (real.statusCode === 200 && !real.body.includes('event_not_found')) differing.push([name, id, real.body]);
      }
    }
    expect(differing).toEqual([]);
  });

  test('a list of ids has an event that the key may not show among the missing ones alone', async () => {
    const wrong: unknown[] = [];
    for (const [id, sees] of events()) {
      for (const { name, partner, mode, credential, kind } of two.parties) {
        if (sees(partner, mode)) continue;
        const urls = kind === 'key' ? [`/events?ids=${id}`, `/tickets?event_ids=${id}`] : [`/events?ids=${id}`];
        for (const url of urls) {
          const {
            events: found,
            missing,
            withdrawn,
            unavailable,
          } = (await two.site.send('/v1', get(url), credential)).json();
          const rest = [...found, ...(withdrawn ?? []), ...(unavailable ?? [])];
          if (String(missing) !== id || rest.length > 0) wrong.push([name, url, missing, rest]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('it exists for partners who may show it, and is 410 for partners who could', async () => {
    const [live] = ownersOf(two, ['live']);
    const ask = async (id: string) => outcome(await two.site.send('/v1', get(`/events/${id}`), live?.credential));
    expect([await ask(sport.id), await ask(gone)]).toEqual(['200', 'event_withdrawn']);
  });

  test('the ticket type of an event that B may not show is none of another event', async () => {
    for (const { credential, mode, kind } of two.parties.filter(({ partner }) => partner === two.b)) {
      if (kind !== 'key') continue;
      const ask = (ticket_type_id: string) =>
        post('/orders', orderBody(two.site.stock, mode, { ticket_type_id }), { 'idempotency-key': randomUUID() });
      const real = await two.site.send('/v1', ask(sport.ticketTypeId), credential);
      expect(outcome(real)).toBe('unknown_ticket_type');
      expect(seen(real)).toEqual(seen(await two.site.send('/v1', ask(`tkt_${X}`), credential)));
    }
  });

  test.each(['events.json', 'events.rss', 'events.xml', 'events.csv', 'events.ics'])(
    '%s does not name it',
    async (name) => {
      for (const { partner, mode, credential } of two.parties) {
        const answer = await two.site.send('/v1', get(`/feeds/${name}?limit=100`), credential);
        expect(answer.statusCode).toBe(200);
        for (const [id, sees] of events()) {
          expect([id, answer.body.includes(id)]).toEqual([id, id !== gone && sees(partner, mode)]);
        }
      }
    },
  );
});

test('the sandbox refunds the sales of its own test key only; all others are as unknown as an unknown one', async () => {
  const form = (url: string, fields: Record<string, string>, cookie = '') => ({
    method: 'POST' as const,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });
  const opened = await two.site.app.inject(form('/sandbox', { key: two.a.keys.test.key }));
  const cookie = String(opened.headers['set-cookie']).split(';', 1)[0] ?? '';
  const page = await two.site.app.inject({ url: '/sandbox', headers: { cookie } });
  const fields = formFields(page.body);
  const refund = (sale: string) =>
    two.site.app.inject(form('/sandbox/refund', { ...fields, sale, tickets: '' }, cookie));
  // Each form of a page names its own press of the button.
  const problemOf = async (sale: string) => {
    const { body, status } = seen(await refund(sale));
    return { status, body: String(body).replace(/name="request" value="[\w-]+"/g, '') };
  };
  const none = await problemOf(`sale_${X}`);
  expect(none.status).toBe(404);
  for (const sale of [two.b.saleId.test, two.b.saleId.live, two.a.saleId.live]) {
    expect(page.body).not.toContain(sale);
    expect(await problemOf(sale)).toEqual(none);
  }
  // Its own is found, though no payment is there to give back.
  expect((await refund(two.a.saleId.test)).statusCode).toBe(409);
});
