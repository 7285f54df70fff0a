import { event } from '../../../src/core/wire/event.js';
import {
  completeDocument,
  fillingFor,
  joinDocuments,
  prepareDocument,
  readDocument,
} from '../../../src/listings/documents.js';
import { availabilityOf, isSoldOut, type Stock } from '../../../src/listings/rules/availability.js';
import {
  type EventFacts,
  eventDocument,
  finishDocument,
  nextChange,
  ORIGIN_MARK,
  REF_MARK,
  type TicketFacts,
} from '../../../src/listings/rules/event-document.js';
import { timesOf } from '../../../src/listings/rules/event-time.js';

const now = new Date('2026-11-02T09:00:00.000Z');
const stamp = new Date('2026-11-02T09:00:00.123Z');

function ticket(more: Partial<TicketFacts> = {}): TicketFacts {
  return {
    priceMinor: 2000,
    totalMinor: 2250,
    currency: 'EUR',
    capacity: 100,
    held: 0,
    sold: 0,
    salesFrom: null,
    salesUntil: null,
    inventoryUpdatedAt: now,
    ...more,
  };
}

function facts(more: Partial<EventFacts> = {}): EventFacts {
  return {
    id: 'evt_1',
    test: false,
    name: 'An "evening" \u0001 with \\ and 🎻',
    status: 'scheduled',
    startsAt: new Date('2027-03-13T18:30:00Z'),
    endsAt: null,
    date: '2027-03-13',
    timezone: 'Europe/Helsinki',
    utcOffset: null,
    online: false,
    venue: 'Hall',
    venueId: 'ven_hall',
    address: null,
    city: 'Helsinki',
    country: 'FI',
    lat: 60.17,
    lng: 24.94,
    image: null,
    category: 'music',
    performers: [
      { id: 'prf_a', name: 'A' },
      { id: 'prf_b', name: 'B' },
    ],
    shortDescription: null,
    canShare: true,
    priceFromMinor: null,
    priceToMinor: null,
    currency: null,
    rewardKind: 'percent',
    rewardAmountMinor: null,
    rewardPercent: 10,
    rewardCurrency: null,
    rewardDescription: null,
    rewardBudgetMinor: null,
    rewardSpentMinor: 0,
    organizerId: 'org_1',
    organizerName: 'Org',
    organizerVerified: true,
    shared: true,
    statusBeforeSoldOut: null,
    tickets: [ticket(), ticket({ totalMinor: 8000 })],
    ...more,
  };
}

function wire(more: Partial<EventFacts> = {}, at = now) {
  const built = facts(more);
  const text = finishDocument(eventDocument(built, timesOf(built), at), stamp);
  return readDocument(Buffer.from(text), fillingFor('https://tickets.example', 'REF'));
}

describe('an event document', () => {
  it('is the wire Event, with the address and the partner’s code filled in', () => {
    const read = wire();
    expect(event.strict().parse(read)).toEqual(read);
    expect(read.name).toBe('An "evening" \u0001 with \\ and 🎻');
    expect(read.tickets.buy_url).toBe('https://tickets.example/buy/evt_1?ref=REF');
    expect(read.url).toBe('https://tickets.example/e/evt_1');
    expect(read.updated_at).toBe(stamp.toISOString());
    expect(read.display).toEqual({
      short_description: null,
      date_label: 'Sat 13 Mar 2027, 20:30',
      price_label: '€22.50 – €80',
    });
  });

  it('names a picture of ours at the service’s own address, and another one unchanged', () => {
    expect(wire({ image: '/pictures/music-1.jpg' })).toMatchObject({
      image: 'https://tickets.example/pictures/music-1.jpg',
      url: 'https://tickets.example/e/evt_1',
    });
    expect(wire({ image: 'https://cdn.example/a.jpg' }).image).toBe('https://cdn.example/a.jpg');
  });

  it('has every member also when nothing is known', () => {
    const read = wire({
      startsAt: null,
      timezone: null,
      venue: null,
      city: null,
      country: null,
      lat: null,
      lng: null,
      category: null,
      performers: [],
      rewardKind: null,
      tickets: [],
      organizerName: null,
      organizerVerified: false,
    });
    expect(event.strict().parse(read)).toEqual(read);
    expect(read.earn).toEqual({ eligible: false });
    expect(read.inventory_updated_at).toBeNull();
    expect(read.display).toMatchObject({ date_label: 'Sat 13 Mar 2027', price_label: 'Price not announced' });
  });

  it('marks a picture of ours by nothing that the version before does not read', () => {
    const built = facts({ image: '/pictures/music-1.jpg', name: '"image":"/no' });
    const { content } = eventDocument(built, timesOf(built), now);
    const marks = [...content].filter((character) => character < ' ');
    expect(marks).toEqual([ORIGIN_MARK, REF_MARK, ORIGIN_MARK]);
    const own = `"image":"https://o/pictures/music-1.jpg"`;
    expect(completeDocument(Buffer.from(content), fillingFor('https://o', 'r')).toString()).toContain(own);
    expect(prepareDocument(Buffer.from(content), Buffer.from('https://o')).bytes.toString()).toContain(own);
  });

  it('joins documents without touching their bytes', () => {
    const document = Buffer.from(`{"name":"€ – ß","a":"${ORIGIN_MARK}/x?ref=${REF_MARK}","b":"${ORIGIN_MARK}/y"}`);
    const prepared = prepareDocument(document, Buffer.from('https://o'));
    const joined = joinDocuments('[', [prepared, prepared], 'r', ']').toString();
    const one = '{"name":"€ – ß","a":"https://o/x?ref=r","b":"https://o/y"}';
    expect(joined).toBe(`[${one},${one}]`);
    expect(joinDocuments('[', [], 'r', ']').toString()).toBe('[]');
  });

  it.each([
    ['a share of the lowest price', {}, 2.25, { eligible: true, percent: 10, currency: 'EUR' }],
    [
      'a fixed amount',
      { rewardKind: 'flat' as const, rewardAmountMinor: 300, rewardCurrency: 'EUR', rewardDescription: 'Three' },
      3,
      { eligible: true, amount: 3, currency: 'EUR', description: 'Three' },
    ],
    [
      'nothing once the budget is spent',
      { rewardBudgetMinor: 1000, rewardSpentMinor: 1000 },
      null,
      { eligible: false },
    ],
    ['nothing without a reward', { rewardKind: null }, null, { eligible: false }],
  ])('earns %s', (_name, more, earns, earn) => {
    const built = facts(more);
    expect(eventDocument(built, timesOf(built), now).earns).toBe(earns);
    expect(wire(more).earn).toEqual(earn);
  });

  it('treats an unknown timezone as UTC', () => {
    expect(wire({ timezone: 'Mars/Olympus', startsAt: null }).date).toBe('2027-03-13');
  });

  it('knows when time changes it', () => {
    const next = (more: Partial<EventFacts>) => nextChange(facts(more), timesOf(facts(more)), now)?.toISOString();
    const salesFrom = new Date('2026-12-01T00:00:00Z');
    expect(next({})).toBe('2027-03-14T00:30:00.000Z');
    expect(next({ tickets: [ticket({ salesFrom })] })).toBe(salesFrom.toISOString());
    expect(next({ status: 'cancelled' })).toBeUndefined();
  });
});

describe('availability', () => {
  const stock = (more: Partial<Stock>): Stock => ({ ...ticket(), ...more });
  it.each([
    ['completed', 'completed', false, [], 'ended'],
    ['past its end', 'scheduled', true, [stock({})], 'ended'],
    ['cancelled', 'cancelled', false, [stock({})], 'not_on_sale'],
    ['postponed', 'postponed', false, [stock({})], 'not_on_sale'],
    ['sold out by its organizer', 'sold_out', false, [], 'sold_out'],
    ['sold elsewhere', 'scheduled', false, [], 'available'],
    ['before its sales', 'scheduled', false, [stock({ salesFrom: new Date('2026-12-01') })], 'not_on_sale'],
    ['after its sales', 'scheduled', false, [stock({ salesUntil: new Date('2026-11-01') })], 'not_on_sale'],
    ['with plenty left', 'rescheduled', false, [stock({ sold: 50 })], 'available'],
    ['with a tenth left', 'scheduled', false, [stock({ capacity: 1000, sold: 900 })], 'limited'],
    ['with ten left', 'scheduled', false, [stock({ capacity: 20, sold: 5, held: 5 })], 'limited'],
    ['with only held tickets left', 'scheduled', false, [stock({ sold: 60, held: 40 })], 'sold_out'],
  ] as const)('%s', (_name, status, over, types, expected) => {
    expect(availabilityOf(status, over, types, now)).toBe(expected);
  });

  it('an event is sold out when all of its types are', () => {
    expect(isSoldOut([stock({ sold: 100 }), stock({ held: 100 })])).toBe(true);
    expect(isSoldOut([stock({ sold: 100 }), stock({ sold: 99 })])).toBe(false);
    expect(isSoldOut([])).toBe(false);
  });
});
