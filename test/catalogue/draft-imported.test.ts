import { draftImported } from '../../src/catalogue/input/draft-imported.js';
import { InputRefusal } from '../../src/core/input-refusal.js';

const concert = {
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  '@id': 'https://hall.example/1',
  name: 'Velvet Harbour',
  startDate: '2027-05-01T20:00:00+02:00',
  location: {
    '@type': 'Place',
    name: 'The Hall',
    address: { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' },
  },
};
const own = {
  external_id: 'c-1',
  name: 'Velvet Harbour',
  starts_at: '2027-05-01T20:00',
  city: 'Berlin',
  country: 'DE',
};
const at = (address: object, more: object = {}) => ({
  location: { ...concert.location, address: { ...concert.location.address, ...address }, ...more },
});

function notes(input: object): string[] {
  return draftImported(input).notes.map(
    ({ member, value, reason, kept }) => `${member} ${value}: ${reason}${kept ? ' (kept)' : ''}`,
  );
}

describe('empty members', () => {
  const empty = [
    '',
    '  ',
    null,
    false,
    [],
    {},
    [''],
    [{}],
    { '@type': '' },
    'null',
    'undefined',
    'N/A',
    '[object Object]',
    '\u200b',
  ];
  const members =
    'endDate eventStatus eventAttendanceMode offers performer image description keywords url identifier organizer geo'.split(
      ' ',
    );

  it.each(empty)('%j counts as absent in every member of schema.org', (value) => {
    const expected = draftImported(concert);
    for (const member of members)
      expect([member, draftImported({ ...concert, [member]: value })]).toEqual([member, expected]);
    const inPlace = at({ streetAddress: value, postalCode: value, addressRegion: value }, { geo: value });
    expect(draftImported({ ...concert, ...inPlace })).toEqual(expected);
    const inOffers = {
      offers: { '@type': 'Offer', price: value, priceCurrency: value, availability: value, lowPrice: value },
    };
    expect(draftImported({ ...concert, ...inOffers })).toEqual(expected);
  });

  it.each(empty)('%j counts as absent in every optional member of our own format', (value) => {
    const expected = draftImported(own);
    for (const member of 'status ends_at end_date date timezone venue address state lat lng image category performers short_description url currency price'.split(
      ' ',
    )) {
      expect([member, draftImported({ ...own, [member]: value })]).toEqual([member, expected]);
    }
  });

  it('false and empty lists keep their meaning where they have one', () => {
    const { draft } = draftImported({ ...own, can_share: false, online: false, ticket_types: [] });
    expect(draft).toMatchObject({ can_share: false, online: false, ticket_types: [] });
  });
});

describe('performers', () => {
  it.each([
    ['Organization', []],
    ['organization', []],
    [{ '@type': 'Organization', name: 'Organization' }, []],
    [{ '@type': 'Person', name: '' }, []],
    [{ '@type': 'PerformingGroup' }, []],
    ['TBA', []],
    [[{ name: 'T.B.A.' }, { name: 'Ada' }], ['Ada']],
    [['Person', 'Performing Group'], []],
    ['To be announced', []],
    [{ '@type': 'MusicGroup', name: 'Simon &amp; Ada' }, ['Simon & Ada']],
    [[{ name: ['Ada', 'Bo'] }], ['Ada']],
    [{ '@type': 'Person', name: { '@value': 'Ada', '@language': 'en' } }, ['Ada']],
    ['The Organization', ['The Organization']],
  ])('reads %j as %j', (performer, names) => {
    expect(draftImported({ ...concert, performer }).draft.performers).toEqual(names);
  });
});

describe('prices', () => {
  const eur = { priceCurrency: 'EUR' };
  it.each<[string, unknown, number | null, number | null, string | null]>([
    ['a price specification', { priceSpecification: { price: '20.00', ...eur } }, 2000, 2000, 'EUR'],
    [
      'several specifications',
      {
        priceSpecification: [
          { price: 20, ...eur },
          { price: 35, ...eur },
        ],
      },
      2000,
      3500,
      'EUR',
    ],
    [
      'a range in a specification',
      { priceSpecification: { minPrice: 10, maxPrice: '25,50', ...eur } },
      1000,
      2550,
      'EUR',
    ],
    ['a specification with the currency beside it', { ...eur, priceSpecification: { price: 9 } }, 900, 900, 'EUR'],
    [
      'fees beside a price',
      {
        priceSpecification: [
          { price: 20, ...eur },
          { '@type': 'PaymentChargeSpecification', price: 2 },
        ],
      },
      2000,
      2000,
      'EUR',
    ],
    [
      'offers in an aggregate',
      { '@type': 'AggregateOffer', ...eur, offers: [{ price: 10 }, { price: 12 }] },
      1000,
      1200,
      'EUR',
    ],
    [
      'an aggregate with its own range',
      { lowPrice: 5, highPrice: 50, ...eur, offers: [{ price: 10 }] },
      500,
      5000,
      'EUR',
    ],
    [
      'two currencies',
      [
        { price: 10, ...eur },
        { price: 12, priceCurrency: 'USD' },
      ],
      1000,
      1000,
      'EUR',
    ],
    [
      'a free ticket beside a paid one',
      [
        { price: 0, ...eur },
        { price: 15, ...eur },
      ],
      0,
      1500,
      'EUR',
    ],
    ['the currency on one offer alone', [{ price: 10 }, { price: 12, ...eur }], 1000, 1200, 'EUR'],
    ['a sign as currency', { price: 10, priceCurrency: '€' }, 1000, 1000, 'EUR'],
    ['a currency in the price', { price: '12,50 €' }, 1250, 1250, 'EUR'],
    ['a range as text', { price: '10 - 25', ...eur }, 1000, 2500, 'EUR'],
    ['yen with thousands', { price: '9,800', priceCurrency: 'JPY' }, 9800, 9800, 'JPY'],
    ['a price that is ambiguous', { price: '1.250', ...eur }, null, null, null],
    [
      'one ambiguous price of two',
      [
        { price: '1.250', ...eur },
        { price: '10', ...eur },
      ],
      null,
      null,
      null,
    ],
    ['a price without a currency', { price: 10 }, null, null, null],
    ['a sign of many currencies', { price: 10, priceCurrency: '$' }, null, null, null],
    ['kuna', { price: 10, priceCurrency: 'HRK' }, null, null, null],
    ['leva', { price: 10, priceCurrency: 'BGN' }, null, null, null],
    ['marks', { price: 10, priceCurrency: 'DEM' }, null, null, null],
    ['a link alone', { url: 'https://tickets.example' }, null, null, null],
    ['a link as text', 'https://tickets.example', null, null, null],
  ])('reads %s', (_what, offers, from, to, currency) => {
    expect(draftImported({ ...concert, offers }).draft).toMatchObject({
      price_from_minor: from,
      price_to_minor: to,
      currency,
    });
  });

  it('reads an event that is accessible for free', () => {
    expect(draftImported({ ...concert, isAccessibleForFree: true }).draft).toMatchObject({
      price_from_minor: 0,
      price_to_minor: 0,
    });
  });

  it('reports a former currency with its successor', () => {
    expect(notes({ ...concert, offers: { price: 10, priceCurrency: 'BGN' } })).toEqual([
      'offers.priceCurrency BGN: BGN no longer exists (since 2026-02-01): use EUR',
    ]);
  });
});

describe('times', () => {
  it.each<[string, object, object]>([
    [
      'an offset of a known city',
      {},
      { starts_at: '2027-05-01T18:00:00.000Z', timezone: 'Europe/Berlin', utc_offset: null },
    ],
    ['local time', { startDate: '2027-05-01 20:00:00' }, { starts_at: '2027-05-01T18:00:00.000Z' }],
    ['a district', at({ addressLocality: 'Berlin-Mitte' }), { timezone: 'Europe/Berlin', city: 'Berlin-Mitte' }],
    [
      'an unknown town in the US',
      { startDate: '2027-05-01T20:00:00-05:00', ...at({ addressLocality: 'Nowhereville', addressCountry: 'US' }) },
      { timezone: null, utc_offset: -300, date: '2027-05-01' },
    ],
    [
      'a local time without any zone',
      { startDate: '2027-05-01T20:00', ...at({ addressLocality: 'Nowhereville', addressCountry: 'US' }) },
      { starts_at: null, date: '2027-05-01' },
    ],
    [
      'whole days in UTC',
      { startDate: '2027-05-01T00:00:00Z', endDate: '2027-05-03T00:00:00Z' },
      { starts_at: null, date: '2027-05-01', ends_at: '2027-05-03T21:59:59.000Z' },
    ],
    [
      'whole days in local time',
      { startDate: '2027-05-01T00:00:00+02:00', endDate: '2027-05-01T23:59:59+02:00' },
      { starts_at: null, date: '2027-05-01', ends_at: null },
    ],
    [
      'one day that ends as it begins',
      { startDate: '2027-05-01T00:00:00Z', endDate: '2027-05-01T00:00:00Z' },
      { starts_at: null, date: '2027-05-01' },
    ],
    [
      'a night from midnight',
      { startDate: '2027-05-01T00:00:00+02:00', endDate: '2027-05-01T06:00:00+02:00' },
      { starts_at: '2027-04-30T22:00:00.000Z' },
    ],
    [
      'an end before the start',
      { endDate: '2027-05-01T19:00:00+02:00' },
      { starts_at: '2027-05-01T18:00:00.000Z', ends_at: null },
    ],
    ['an end in words', { endDate: 'open end' }, { ends_at: null }],
    ['a time in words', { startDate: '2027-05-01T20 Uhr' }, { starts_at: null, date: '2027-05-01' }],
    [
      'the zone in brackets',
      { startDate: '2027-05-01T20:00[America/New_York]' },
      { timezone: 'America/New_York', starts_at: '2027-05-02T00:00:00.000Z' },
    ],
    [
      'an online event',
      { startDate: '2027-05-01T20:00:00-07:00', location: { '@type': 'VirtualLocation' } },
      { online: true, timezone: null, utc_offset: -420 },
    ],
    ['a link as place', { location: 'https://stream.example/1' }, { online: true, venue: 'Online' }],
    ['a place named Online', { location: { '@type': 'Place', name: 'Online' } }, { online: true }],
    [
      'a status moved online and rescheduled',
      { eventStatus: ['https://schema.org/EventMovedOnline', 'EventRescheduled'] },
      { online: true, status: 'rescheduled' },
    ],
    ['a status spelled otherwise', { eventStatus: 'EventCanceled' }, { status: 'cancelled' }],
  ])('reads %s', (_what, change, expected) => {
    expect(draftImported({ ...concert, ...change }).draft).toMatchObject(expected);
  });

  it('reports midnight UTC abroad', () => {
    expect(notes({ ...concert, startDate: '2027-05-01T00:00:00Z' })).toEqual([
      'startDate 2027-05-01T00:00:00Z: is midnight UTC, 02:00 at the venue: write the date alone for an event of a whole day (kept)',
    ]);
    expect(notes({ ...concert, startDate: '2027-05-01T00:00:00Z', endDate: '2027-05-02T00:00:00Z' })).toEqual([
      'startDate 2027-05-01T00:00:00Z: is midnight UTC, and the end is too: the times are read as whole days (kept)',
    ]);
  });
});

it.each([
  [{ addressLocality: 'Philadelphia', addressRegion: 'PA' }, 'US', 'America/New_York'],
  [{ addressLocality: 'Portland, OR' }, 'US', 'America/Los_Angeles'],
  [{ addressLocality: 'San Jose', addressRegion: 'California' }, 'US', 'America/Los_Angeles'],
  [{ addressLocality: 'London', addressRegion: 'ON' }, 'CA', 'America/Toronto'],
  [{ addressLocality: 'Montreal', addressRegion: 'Quebec' }, 'CA', 'America/Toronto'],
  [{ addressLocality: 'Perth', addressRegion: 'WA' }, 'AU', 'Australia/Perth'],
  [{ addressLocality: 'Newcastle', addressRegion: 'NSW' }, 'AU', 'Australia/Sydney'],
  [{ addressLocality: 'Philadelphia' }, null, null],
  [{ addressLocality: 'Philadelphia', addressRegion: 'Bavaria' }, null, null],
  [{ addressLocality: 'Berlin', addressRegion: 'Berlin' }, null, null],
  [{ addressLocality: 'Nowhereville', addressRegion: 'TX' }, null, null],
])('the country of %j without one is %j', (address, country, timezone) => {
  const { draft } = draftImported({ ...concert, ...at({ addressCountry: '', ...address }) });
  expect(draft).toMatchObject({ country, timezone });
});

describe('coordinates', () => {
  it.each([
    [{ latitude: '', longitude: '' }, []],
    [{ latitude: null, longitude: null }, []],
    [
      { latitude: 0, longitude: 0 },
      ['location.geo 0, 0: is 0/0, which stands for unknown: the coordinates are left out'],
    ],
    [
      { latitude: '0.000000', longitude: '0.000000' },
      ['location.geo 0.000000, 0.000000: is 0/0, which stands for unknown: the coordinates are left out'],
    ],
    [{ latitude: 'x', longitude: 'y' }, ['location.geo x, y: is not a pair of degrees: the coordinates are left out']],
    [{ latitude: 52.5 }, ['location.geo 52.5, : is not a pair of degrees: the coordinates are left out']],
    [
      { latitude: 40.7, longitude: -74 },
      ['location.geo 40.7, -74: is more than 150 km from Berlin: the coordinates are left out'],
    ],
  ])('%j leaves the city and its zone', (geo, reported) => {
    const { draft, notes: reportedNotes } = draftImported({
      ...concert,
      ...at({}, { geo }),
      startDate: '2027-05-01T20:00',
    });
    expect(draft).toMatchObject({ timezone: 'Europe/Berlin', starts_at: '2027-05-01T18:00:00.000Z' });
    expect(draft.lat).toBeCloseTo(52.5, 1);
    expect(reportedNotes.map(({ member, value, reason }) => `${member} ${value}: ${reason}`)).toEqual(reported);
  });

  it.each([
    ['numbers', { geo: { latitude: 52.53, longitude: 13.38 } }],
    ['text', { geo: { latitude: '52.53', longitude: '13.38' } }],
    ['decimal commas', { geo: { latitude: '52,53', longitude: '13,38' } }],
    ['one text', { geo: '52.53,13.38' }],
    ['members of the place', { latitude: 52.53, longitude: 13.38 }],
  ])('reads %s', (_what, more) => {
    expect(draftImported({ ...concert, ...at({}, more) }).draft).toMatchObject({ lat: 52.53, lng: 13.38 });
  });
});

describe('one bad member', () => {
  it.each<[string, object, string]>([
    ['an unknown country', { country: 'Atlantis' }, 'country'],
    ['an unknown zone', { timezone: 'Mars/Base' }, 'timezone'],
    ['an offset as zone', { timezone: '+02:00' }, 'timezone'],
    ['a script as address', { url: 'javascript:alert(1)' }, 'url'],
    ['a picture without an address', { image: 'pictures/1.jpg' }, 'image'],
    ['a long address', { image: `https://x.example/${'x'.repeat(2000)}` }, 'image'],
    ['a category of signs', { category: '!!!' }, 'category'],
    ['a negative price', { price: { from: -1, currency: 'EUR' } }, 'price'],
    ['a price upside down', { price: { from: 5, to: 2, currency: 'EUR' } }, 'price'],
    ['too many decimals', { price: { from: 9800.5, currency: 'JPY' } }, 'price'],
    ['an unknown currency', { price: { from: 5, currency: 'XYZ' } }, 'price'],
    ['half a position', { lat: 52.5 }, 'lat'],
    ['an end before the start', { ends_at: '2027-05-01T10:00' }, 'ends_at'],
    ['a key in a description', { short_description: `tt_sk_live_${'x'.repeat(40)}` }, 'short_description'],
    ['a number as venue', { venue: 5 }, 'venue'],
    ['another day', { date: '2027-05-09' }, 'date'],
  ])('%s is left out and reported, and refused with --strict', (_what, change, member) => {
    const { draft, notes: reported } = draftImported({ ...own, ...change });
    expect(draft).toMatchObject({ name: own.name });
    expect([...new Set(reported.map((note) => note.member.split('.')[0]))]).toContain(member);
    expect(() => draftImported({ ...own, ...change }, { strict: true })).toThrow(InputRefusal);
  });

  it.each<[string, object, string]>([
    ['no name', { name: '' }, 'name: is required'],
    ['no id', { external_id: null }, 'external_id: is required'],
    ['no date', { starts_at: 'soon' }, 'starts_at: must be a date'],
    ['an unknown field', { titel: 'x' }, 'titel: unknown field'],
    ['a typo within a price', { price: { from: 1, too: 2 } }, 'price.too: unknown field'],
    ['an unknown status', { status: 'maybe' }, 'status: '],
    [
      'a bad ticket type',
      { currency: 'EUR', ticket_types: [{ id: 'a', name: 'A', price: -1, capacity: 5 }] },
      'ticket_types.0.price',
    ],
    ['a bad reward', { currency: 'EUR', reward: { amount: 0 } }, 'reward.amount'],
    ['an unclear permission', { can_share: 'no' }, 'can_share'],
  ])('%s refuses the event', (_what, change, reason) => {
    expect(() => draftImported({ ...own, ...change })).toThrow(reason);
  });

  it('a text that is too long is cut, and the name too', () => {
    const { draft, notes: reported } = draftImported({ ...own, name: 'word '.repeat(100), venue: 'v'.repeat(300) });
    expect([draft.name.length <= 300, draft.venue?.length]).toEqual([true, 200]);
    expect(reported.map(({ member, kept }) => [member, kept])).toEqual([
      ['name', true],
      ['venue', true],
    ]);
  });

  it('ids of a page or a blank node do not make one event of many', () => {
    const ids = ['A', 'B'].map((name) => draftImported({ ...concert, '@id': '#event', name }).draft.external_id);
    expect(ids[0]).not.toBe(ids[1]);
    expect(draftImported({ ...concert, '@id': `https://x.example/${'x'.repeat(300)}` }).draft.external_id).toMatch(
      /^auto-/,
    );
  });

  it('cleans the texts of all members', () => {
    const text = 'A &amp;amp; <b>B</b>';
    const place = at({ streetAddress: text, addressLocality: text }, { name: text });
    const { draft } = draftImported({
      ...concert,
      ...place,
      name: text,
      description: text,
      performer: { name: text },
      '@type': 'Event',
      keywords: text,
    });
    expect(draft).toMatchObject({
      name: 'A & B',
      venue: 'A & B',
      address: 'A & B',
      city: 'A & B',
      performers: ['A & B'],
      short_description: 'A & B',
      category: 'a-b',
    });
  });
});
