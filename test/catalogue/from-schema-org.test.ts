import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { draftImported } from '../../src/catalogue/input/draft-imported.js';
import { readItems } from '../../src/catalogue/input/read-items.js';
import type { EventDraft } from '../../src/catalogue/rules/event-draft.js';
import { projectRoot } from '../../src/platform/config/project-root.js';

/** Nothing may be left out. */
function draftFromSchemaOrg(input: unknown): EventDraft {
  return draftImported(input, { format: 'schema-org', strict: true }).draft;
}

const conference = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'devopsdays Portland',
  url: 'https://www.devopsdays.org/portland/',
  startDate: '2027-09-14',
  endDate: '2027-09-16',
  location: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: 'Portland, OR', addressCountry: 'U.S.A.' },
  },
  keywords: ['devops', 'sre'],
};

const concert = {
  '@context': 'https://schema.org',
  '@type': ['MusicEvent', 'Event'],
  '@id': 'https://hall.example/events/1',
  name: 'Velvet Harbour',
  startDate: '2027-05-01T20:00',
  endDate: '2027-05-01T23:00:00+02:00',
  eventStatus: 'https://schema.org/EventRescheduled',
  location: [
    {
      '@type': 'MusicVenue',
      name: 'The Hall',
      address: {
        streetAddress: 'Street 1',
        postalCode: '10115',
        addressLocality: 'Berlin',
        addressCountry: { name: 'Germany' },
      },
      geo: { latitude: '52.53', longitude: 13.38 },
    },
  ],
  performer: [{ '@type': 'MusicGroup', name: 'Velvet Harbour' }, 'Ada'],
  image: [{ '@type': 'ImageObject', url: 'https://hall.example/1.jpg' }],
  description: '<p>New songs &amp; old</p>',
  offers: [
    { '@type': 'Offer', price: '28,50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    { '@type': 'AggregateOffer', lowPrice: 20, highPrice: '60.00' },
  ],
};

describe('schema.org', () => {
  it('reads a day-long event in a city with its state', () => {
    expect(draftFromSchemaOrg(conference)).toMatchObject({
      name: 'devopsdays Portland',
      date: '2027-09-14',
      starts_at: null,
      ends_at: '2027-09-17T06:59:59.000Z',
      city: 'Portland',
      country: 'US',
      timezone: 'America/Los_Angeles',
      category: 'devops',
      status: null,
      ticket_types: null,
    });
  });

  it('reads everything of a concert', () => {
    expect(draftFromSchemaOrg(concert)).toMatchObject({
      external_id: 'https://hall.example/events/1',
      status: 'rescheduled',
      starts_at: '2027-05-01T18:00:00.000Z',
      ends_at: '2027-05-01T21:00:00.000Z',
      venue: 'The Hall',
      address: 'Street 1, 10115',
      city: 'Berlin',
      lat: 52.53,
      lng: 13.38,
      category: 'music',
      performers: ['Velvet Harbour', 'Ada'],
      image: 'https://hall.example/1.jpg',
      short_description: 'New songs & old',
      price_from_minor: 2000,
      price_to_minor: 6000,
      currency: 'EUR',
    });
  });

  it('finds no place for an online event', () => {
    const online = { ...conference, location: { '@type': 'VirtualLocation', url: 'https://stream.example' } };
    expect(draftFromSchemaOrg(online)).toMatchObject({ venue: 'Online', city: null, country: null });
    const moved = draftFromSchemaOrg({ ...conference, eventStatus: 'EventMovedOnline' });
    expect(moved).toMatchObject({ venue: 'Online', city: null, status: 'scheduled' });
  });

  it('derives a status from the stock where none is given', () => {
    const status = (availability: string, eventStatus?: string) =>
      draftFromSchemaOrg({ ...conference, eventStatus, offers: { availability } }).status;
    expect(status('https://schema.org/SoldOut')).toBe('sold_out');
    expect(status('InStock')).toBe('scheduled');
    expect(status('SoldOut', 'schema:EventCancelled')).toBe('cancelled');
  });

  describe('the id of an event that has none', () => {
    const id = (change: object) => draftFromSchemaOrg({ ...conference, ...change }).external_id;

    it.each([
      ['other topics', { keywords: ['general'] }],
      ['another address of its page', { url: 'http://devopsdays.org/portland?utm=1' }],
      ['other case and punctuation', { name: 'DevOpsDays — Portland' }],
      [
        'the city without its state',
        {
          location: {
            ...conference.location,
            address: { ...conference.location.address, addressLocality: 'PORTLAND' },
          },
        },
      ],
      ['another end', { endDate: '2027-09-15' }],
    ])('is the same with %s', (_what, change) => {
      expect(id(change)).toBe(id({}));
    });

    it.each([
      ['another name', { name: 'devopsdays Salem' }],
      ['another day', { startDate: '2027-09-15' }],
      [
        'another city',
        { location: { ...conference.location, address: { ...conference.location.address, addressLocality: 'Salem' } } },
      ],
      ['another venue', { location: { ...conference.location, name: 'Hall B' } }],
    ])('is another with %s', (_what, change) => {
      expect(id(change)).not.toBe(id({}));
    });

    it('is the page of an online event', () => {
      const location = { '@type': 'VirtualLocation' };
      expect(id({ location, url: 'https://a.example' })).not.toBe(id({ location, url: 'https://b.example' }));
      expect(id({ location, url: 'http://www.a.example/' })).toBe(id({ location, url: 'https://a.example' }));
    });

    it('is the identifier where there is one', () => {
      expect(id({ identifier: { '@type': 'PropertyValue', value: 77 } })).toBe('77');
    });
  });

  it.each([
    ['something else', { '@type': 'Offer' }, '@type: Offer is not an Event'],
    ['no start', { startDate: undefined }, 'startDate: is required'],
    ['half a date', { startDate: '2027-09' }, 'startDate: must be a date such as 2027-05-01'],
    ['an end before the start', { endDate: '2027-09-13' }, 'endDate: is before the date'],
    [
      'an unknown country',
      { location: { address: { addressLocality: 'X', addressCountry: 'Narnia' } } },
      'location.address.addressCountry: "Narnia" is not a country we know',
    ],
    ['a price in words', { offers: { price: 'cheap' } }, 'offers.price: is not an amount'],
    ['a price of no currency', { offers: { price: 5 } }, 'offers.priceCurrency: is required'],
    ['a status of nobody', { eventStatus: 'EventMaybe' }, 'eventStatus: EventMaybe is not a status of schema.org'],
    [
      'a status that every object has',
      { eventStatus: 'toString' },
      'eventStatus: toString is not a status of schema.org',
    ],
    [
      'a broken position',
      { location: { geo: { latitude: 'x', longitude: 1 } } },
      'location.geo: is not a pair of degrees: the coordinates are left out',
    ],
  ])('refuses %s in the terms of schema.org', (_what, change, reason) => {
    expect(() => draftFromSchemaOrg({ ...conference, ...change })).toThrow(reason);
  });

  it('cuts a long description at a word', () => {
    const { short_description: text } = draftFromSchemaOrg({ ...conference, description: 'word '.repeat(200) });
    expect(text).toMatch(/word…$/);
    expect(text?.length).toBeLessThanOrEqual(500);
  });

  it('takes every event of the real file, most with their place', async () => {
    const drafts: EventDraft[] = [];
    for await (const item of readItems(createReadStream(join(projectRoot(), 'test/fixtures/conferences.ndjson')))) {
      if ('value' in item) drafts.push(draftFromSchemaOrg(item.value));
    }
    expect(drafts).toHaveLength(300);
    const inCities = drafts.filter((draft) => draft.venue !== 'Online');
    expect(inCities.every((draft) => draft.country !== null)).toBe(true);
    expect(inCities.filter((draft) => draft.lat === null).length).toBeLessThan(inCities.length / 10);
    expect(new Set(drafts.map((draft) => draft.external_id)).size).toBe(299);
  });
});
