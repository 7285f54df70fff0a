// Over twenty seconds: the same events are asked for on every surface, by every kind of partner.
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { type CreatedKey, type CreateKeyInput, createKey } from '../../src/access/create-key.js';
import { addSubscription } from '../../src/bulk/subscriptions.js';
import { seedDemo } from '../../src/cli/demo/seed-demo.js';
import { createCompany } from '../../src/companies/create-company.js';
import type { Event } from '../../src/core/wire/event.js';
import { bearer, WEBSITE } from '../support/api.js';
import { callTool } from '../support/assistant.js';
import { type BulkSite, createBulkSite, download, linesOf } from '../support/data/bulk.js';
import { FEED_IDS } from '../support/data/feed-ids.js';

/** The question to every surface, in neutral words. */
interface Question {
  city?: string;
  country?: string;
  category?: string;
  /** Only events of the next given days. */
  days?: number;
  paying?: boolean;
}

interface Partner {
  key: CreatedKey;
  company: string;
}

let site: BulkSite;
const partners: Record<string, Partner> = {};

beforeAll(async () => {
  site = await createBulkSite();
  await seedDemo(site.ctx);
  const everything = { countries: null, categories: null, payingOnly: false };
  const agreements = {
    wide: everything,
    narrow: { ...everything, countries: ['DE', 'FR', 'GB', 'US'], payingOnly: true },
  };
  for (const [name, agreement] of Object.entries(agreements)) {
    const { id: companyId } = await createCompany(site.ctx, { name, agreement });
    const add = async (kind: CreateKeyInput['kind'], more: Partial<CreateKeyInput> = {}) => {
      partners[`${name} ${kind}`] = {
        key: await createKey(site.ctx, { companyId, kind, ...more }),
        company: companyId,
      };
    };
    await add('server', { capabilities: ['BULK_FEEDS', 'CARD_LINKED_OFFERS'] });
    await add('website', { domains: ['shop.example'] });
    await add('test');
  }
  await site.ctx
    .sql`UPDATE api_keys SET rate_limit = 100000, site_rate_limit = CASE kind WHEN 'website' THEN 100000 END`;
});
afterAll(() => site.close());

const headersOf = ({ key }: Partner) => bearer(key, key.key.startsWith('tt_pk_') ? { origin: WEBSITE } : {});

async function get(partner: Partner, path: string, query: Record<string, string | number | undefined> = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  const url = `/v1/${path}?${given}`;
  const answer = await site.app.inject({ url, headers: headersOf(partner) });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
  return answer;
}

function lastDay({ days }: Question): string | undefined {
  return days === undefined
    ? undefined
    : new Date(site.ctx.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** All pages of a list, by its cursors. */
async function walk<T>(ask: (cursor?: string) => Promise<{ next: string | null; list: T[] }>): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const { next, list } = await ask(cursor);
    all.push(...list);
    if (next === null) return all;
    cursor = next;
  }
}

function listEvents(partner: Partner, { city, country, category, paying, ...more }: Question): Promise<Event[]> {
  const filters = { city, country, category, to: lastDay(more), commissioned: paying ? 'true' : undefined, limit: 100 };
  return walk(async (cursor) => {
    const { events, next } = (await get(partner, 'events', { ...filters, cursor })).json();
    return { next, list: events };
  });
}

async function bulk(partner: Partner, question: Question, format: 'ndjson' | 'csv'): Promise<string[]> {
  await site.ctx.sql`DELETE FROM bulk_subscriptions`;
  const { id } = await addSubscription(site.ctx, {
    company: partner.company,
    countries: question.country === undefined ? null : [question.country],
    categories: question.category === undefined ? null : [question.category],
    payingOnly: question.paying ?? false,
    daysAhead: question.days ?? null,
  });
  const { status, body } = await download(site, `${id}.${format}.gz`, {
    key: partner.key,
    headers: headersOf(partner),
  });
  if (status !== 200) throw new Error(`the file answered ${status}: ${body}`);
  const rows: { id: string }[] = format === 'csv' ? parse(gunzipSync(body), { columns: true }) : linesOf(body);
  return rows.map((row) => row.id);
}

interface Surface {
  /** Members of a question that it has no word for. */
  cannotAsk: (keyof Question)[];
  serversAndTestsOnly?: boolean;
  /** The events of `/events` that it shows. */
  shows: (events: Event[]) => Event[];
  ids(partner: Partner, question: Question): Promise<string[]>;
}

const all = (events: Event[]) => events;

const SURFACES: Record<string, Surface> = {
  ...Object.fromEntries(
    Object.entries(FEED_IDS).map(([file, read]): [string, Surface] => [
      file,
      {
        cannotAsk: ['days', 'paying'],
        shows: (events) => events.slice(0, 100),
        ids: async (partner, question) =>
          read((await get(partner, `feeds/${file}`, { ...asText(question), limit: 100 })).body),
      },
    ]),
  ),
  assistant: {
    cannotAsk: ['paying'],
    shows: all,
    ids: (partner, { days, ...filters }) =>
      walk(async (cursor) => {
        const args = { ...filters, to: lastDay({ days }), limit: 100, cursor };
        const { structuredContent } = await callTool(site, 'find_events', args, { headers: headersOf(partner) });
        const { events, next } = structuredContent as { events: Event[]; next: string | null };
        return { next, list: events.map(({ id }) => id) };
      }),
  },
  offers: {
    cannotAsk: [],
    serversAndTestsOnly: true,
    shows: (events) => events.filter(({ earn }) => earn.eligible),
    ids: (partner, { days, ...filters }) =>
      walk(async (cursor) => {
        const query = { ...asText(filters), to: lastDay({ days }), limit: 100, cursor };
        const { offers, next } = (await get(partner, 'offers', query)).json();
        return { next, list: offers.map((offer: { event_id: string }) => offer.event_id) };
      }),
  },
  'bulk ndjson': {
    cannotAsk: ['city'],
    serversAndTestsOnly: true,
    shows: all,
    ids: (partner, question) => bulk(partner, question, 'ndjson'),
  },
  'bulk csv': {
    cannotAsk: ['city'],
    serversAndTestsOnly: true,
    shows: all,
    ids: (partner, question) => bulk(partner, question, 'csv'),
  },
};

const asText = ({ city, country, category }: Question) => ({ city, country, category });

/** Twelve questions, whose values are the busiest of the key's events. */
async function questions(partner: Partner): Promise<Question[]> {
  const { locations } = (await get(partner, 'locations', { limit: 500 })).json();
  const { categories } = (await get(partner, 'categories')).json();
  const [country, other] = [...new Set<string>(locations.map((location: { country: string }) => location.country))];
  const [first, second] = categories.map((category: { id: string }) => category.id);
  return [
    {},
    { country },
    { country: other },
    { category: first },
    { category: second },
    { country, category: first },
    { country: other, category: second },
    { days: 30 },
    { paying: true },
    { country, days: 90, paying: true },
    { category: 'no-such-category' },
    { city: locations[0].city, country: locations[0].country },
  ];
}

const KINDS = ['wide server', 'wide website', 'narrow server', 'narrow website', 'wide test'];

test.each(KINDS)('every surface shows the events of /events, in their order: %s key', async (kind) => {
  const partner = partners[kind] as Partner;
  let seen = 0;
  for (const question of await questions(partner)) {
    const events = await listEvents(partner, question);
    seen += events.length;
    for (const [name, { cannotAsk, serversAndTestsOnly, shows, ids }] of Object.entries(SURFACES)) {
      if (cannotAsk.some((member) => question[member] !== undefined)) continue;
      if (serversAndTestsOnly && kind.endsWith('website')) {
        await expect(ids(partner, question)).rejects.toThrow('key_kind_not_allowed');
        continue;
      }
      const expected = shows(events).map(({ id }) => id);
      expect({ name, question, ids: await ids(partner, question) }).toEqual({ name, question, ids: expected });
    }
  }
  expect(seen).toBeGreaterThan(20);
});
