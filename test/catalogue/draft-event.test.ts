import { Settings } from 'luxon';
import { draftEvent, hashDraft } from '../../src/catalogue/input/draft-event.js';
import { InputRefusal } from '../../src/core/input-refusal.js';

const concert = {
  external_id: 'c-1',
  name: 'Velvet Harbour Live',
  starts_at: '2027-05-01T20:00',
  city: 'Berlin',
  country: 'DE',
};

function refusal(input: unknown): string {
  try {
    draftEvent(input);
  } catch (error) {
    if (error instanceof InputRefusal) return error.message;
    throw error;
  }
  return 'taken';
}

describe('draftEvent', () => {
  it('resolves place, time and money', () => {
    const draft = draftEvent({
      ...concert,
      ends_at: '2027-05-01T23:00:00+02:00',
      category: 'Rock & Pop',
      performers: [{ name: 'Velvet Harbour' }, 'Ada', 'Ada'],
      currency: 'eur',
      ticket_types: [
        { id: 'std', name: 'Standard', price: 28.5, fees: 2.5, capacity: 100, sales_until: '2027-05-01T18:00' },
        { id: 'vip', name: 'VIP', price: 60, total: 66, capacity: 10, max_per_order: 4 },
      ],
      reward: { amount: 3, budget: 300 },
    });
    expect(draft).toMatchObject({
      starts_at: '2027-05-01T18:00:00.000Z',
      ends_at: '2027-05-01T21:00:00.000Z',
      date: '2027-05-01',
      timezone: 'Europe/Berlin',
      city: 'Berlin',
      country: 'DE',
      category: 'rock-pop',
      performers: ['Velvet Harbour', 'Ada'],
      status: null,
      can_share: true,
      reward_kind: 'flat',
      reward_amount_minor: 300,
      reward_currency: 'EUR',
      reward_budget_minor: 30_000,
      ticket_types: [
        {
          external_id: 'std',
          price_minor: 2850,
          total_minor: 3100,
          max_per_order: 20,
          sales_until: '2027-05-01T16:00:00.000Z',
        },
        { external_id: 'vip', price_minor: 6000, total_minor: 6600, max_per_order: 4 },
      ],
    });
    expect(draft.lat).toBeCloseTo(52.5, 1);
  });

  it('counts money by the currency', () => {
    const price = (from: number, currency: string) =>
      draftEvent({ ...concert, price: { from, currency } }).price_from_minor;
    expect(price(9800, 'JPY')).toBe(9800);
    expect(price(12.755, 'KWD')).toBe(12_755);
    expect(price(0.1, 'EUR')).toBe(10);
    expect(refusal({ ...concert, price: { from: 9800.5, currency: 'JPY' } })).toBe(
      'price.from: 9800.5 has more than the 0 decimals of JPY',
    );
  });

  it('reads a time that the clocks show twice the same way in every season: the second', () => {
    const { now } = Settings;
    try {
      const read = ['2027-01-15T00:00Z', '2027-07-15T00:00Z'].map((day) => {
        Settings.now = () => Date.parse(day);
        return draftEvent({ ...concert, starts_at: '2027-10-31T02:30' }).starts_at;
      });
      expect(read).toEqual(Array(2).fill('2027-10-31T01:30:00.000Z'));
    } finally {
      Settings.now = now;
    }
  });

  it('keeps the venue’s own day and the given time', () => {
    const draft = draftEvent({ ...concert, starts_at: '2027-05-02T00:30', date: '2027-05-01', lat: 52.1, lng: 13.1 });
    expect(draft).toMatchObject({ date: '2027-05-01', lat: 52.1, lng: 13.1, timezone: 'Europe/Berlin' });
  });

  it('ends events of several days with their last day', () => {
    const days = { ...concert, starts_at: undefined, date: '2027-05-01' };
    expect(draftEvent({ ...days, end_date: '2027-05-03' }).ends_at).toBe('2027-05-03T21:59:59.000Z');
    expect(draftEvent({ ...days, end_date: '2027-05-01' }).ends_at).toBeNull();
    const cairo = { ...days, timezone: 'Africa/Cairo', date: '2027-04-29', end_date: '2027-04-30' };
    expect(draftEvent(cairo).ends_at).toBe('2027-04-30T20:59:59.000Z');
  });

  it('keeps an unknown city as written, with the zone of a country that has one', () => {
    expect(draftEvent({ ...concert, starts_at: undefined, date: '2027-05-01', city: 'Nowhere, Land' })).toMatchObject({
      city: 'Nowhere',
      country: 'DE',
      lat: null,
      lng: null,
      timezone: 'Europe/Berlin',
    });
  });

  it.each([
    ['2027-05-01T20:00-05:00', 'US', 'Nowhere', null, -300],
    ['2027-05-01T20:00+05:30', undefined, 'Nowhere', null, 330],
    ['2027-05-01T20:00Z', 'US', 'Nowhere', null, 0],
    ['2027-05-01T20:00Z', 'DE', 'Berlin-Mitte', 'Europe/Berlin', null],
    ['2027-05-01T20:00+02:00', 'DE', 'Berlin', 'Europe/Berlin', null],
  ])('keeps the offset of %s in %s only without a zone', (starts_at, country, city, timezone, utc_offset) => {
    expect(draftEvent({ ...concert, starts_at, country, city })).toMatchObject({
      timezone,
      utc_offset,
      date: '2027-05-01',
    });
  });

  it('takes an online event, which has no place', () => {
    expect(
      draftEvent({ ...concert, starts_at: '2027-05-01T20:00Z', online: true, city: null, country: null }),
    ).toMatchObject({ venue: 'Online', city: null, country: null, timezone: null, online: true, utc_offset: 0 });
  });

  it('hashes equal descriptions alike, whatever the order of their fields', () => {
    const reversed = Object.fromEntries(Object.entries(concert).reverse());
    expect(hashDraft(draftEvent(reversed))).toBe(hashDraft(draftEvent(concert)));
    expect(hashDraft(draftEvent({ ...concert, name: 'Other' }))).not.toBe(hashDraft(draftEvent(concert)));
  });

  it.each([
    ['no object', [1], 'not a JSON object'],
    ['no name', { ...concert, name: undefined }, 'name: is required'],
    ['a blank name', { ...concert, name: '  ' }, 'name: must not be empty'],
    [
      'a NUL',
      { ...concert, name: 'a\u0000b' },
      'name: must not contain control characters, noncharacters or broken characters',
    ],
    [
      'half a character',
      { ...concert, name: '\ud83d' },
      'name: must not contain control characters, noncharacters or broken characters',
    ],
    ['an unknown field', { ...concert, titel: 'x' }, 'titel: unknown field'],
    ['a deep unknown field', { ...concert, price: { from: 1, too: 2, currency: 'EUR' } }, 'price.too: unknown field'],
    ['no date', { ...concert, starts_at: undefined }, 'date: is required where there is no starts_at'],
    ['an impossible day', { ...concert, date: '2027-02-30' }, 'date: must be a date such as 2027-05-01'],
    [
      'an impossible time',
      { ...concert, starts_at: '2027-02-30T10:00Z' },
      'starts_at: must be a date and time such as 2027-05-01T20:00',
    ],
    ['a far year', { ...concert, starts_at: '0027-05-01T20:00' }, 'starts_at: must be between 1970 and 2200'],
    ['an end before the start', { ...concert, ends_at: '2027-05-01T19:00' }, 'ends_at: is before the start'],
    [
      'a last day before the first',
      { ...concert, starts_at: null, date: '2027-05-02', end_date: '2027-05-01' },
      'end_date: is before the date',
    ],
    ['another day than that of the start', { ...concert, date: '2027-05-09' }, 'date: is not the day of starts_at'],
    [
      'a local time nowhere',
      { ...concert, city: undefined, country: 'US' },
      'starts_at: needs an offset such as +02:00: the timezone of the place is not known',
    ],
    [
      'an unknown timezone',
      { ...concert, timezone: 'Mars/Base' },
      'timezone: must be an IANA name such as Europe/Berlin',
    ],
    ['an unknown country', { ...concert, country: 'Atlantis' }, 'country: "Atlantis" is not a country we know'],
    [
      'an offset as timezone',
      { ...concert, timezone: '+02:00' },
      'timezone: must be an IANA name such as Europe/Berlin',
    ],
    [
      'a former currency',
      { ...concert, price: { from: 1, currency: 'HRK' } },
      'price.currency: HRK no longer exists (since 2023-01-15): use EUR',
    ],
    ['a latitude off the globe', { ...concert, lat: 91, lng: 0 }, 'lat: must be -90 to 90'],
    ['a longitude off the globe', { ...concert, lat: 0, lng: -181 }, 'lng: must be -180 to 180'],
    ['half a position', { ...concert, lat: 1 }, 'lng: is required with lat'],
    [
      'an unknown currency',
      { ...concert, price: { from: 1, currency: 'XYZ' } },
      'price.currency: must be a currency code of ISO 4217',
    ],
    ['no currency', { ...concert, price: { from: 1 } }, 'price.currency: is required'],
    ['a negative price', { ...concert, price: { from: -1, currency: 'EUR' } }, 'price.from: must not be negative'],
    [
      'a span upside down',
      { ...concert, price: { from: 2, to: 1, currency: 'EUR' } },
      'price.to: is less than price.from',
    ],
    [
      'two rewards',
      { ...concert, reward: { amount: 1, percent: 1, currency: 'EUR' } },
      'reward: needs either amount or percent',
    ],
    ['no reward', { ...concert, reward: {} }, 'reward: needs either amount or percent'],
    ['more than all', { ...concert, reward: { percent: 101 } }, 'reward.percent: must be at most 100'],
    [
      'another currency',
      { ...concert, price: { from: 1, currency: 'EUR' }, reward: { amount: 1, currency: 'USD' } },
      'reward.currency: must be EUR, the currency of the tickets',
    ],
    ['a script as address', { ...concert, url: 'javascript:alert(1)' }, 'url: must be an http or https address'],
    ['a category of nothing', { ...concert, category: '!!!' }, 'category: must contain a letter or a digit'],
    [
      'a status of nobody',
      { ...concert, status: 'maybe' },
      'status: Invalid option: expected one of "scheduled"|"postponed"|"rescheduled"|"cancelled"|"sold_out"|"completed"',
    ],
  ])('refuses %s', (_what, input, reason) => {
    expect(refusal(input)).toBe(reason);
  });

  it.each([
    ['two of one id', [{}, {}], 'ticket_types.1.id: is used twice'],
    ['a total below the price', [{ total: 1 }], 'ticket_types.0.total: is less than the price'],
    ['fees and a total', [{ total: 40, fees: 1 }], 'ticket_types.0.fees: give fees or total, not both'],
    ['a broken capacity', [{ capacity: 1.5 }], 'ticket_types.0.capacity: must be a whole number'],
    ['too many an order', [{ max_per_order: 21 }], 'ticket_types.0.max_per_order: must be 1 to 20'],
    [
      'two currencies',
      [{}, { id: 'b', currency: 'USD' }],
      'ticket_types.1.currency: must be EUR, as of the others of this event',
    ],
    [
      'sales that end before they begin',
      [{ sales_from: '2027-02-01T00:00Z', sales_until: '2027-01-01T00:00Z' }],
      'ticket_types.0.sales_until: is before sales_from',
    ],
  ])('refuses ticket types with %s', (_what, types, reason) => {
    const full = types.map((type) => ({ id: 'a', name: 'A', price: 10, capacity: 5, ...type }));
    expect(refusal({ ...concert, currency: 'EUR', ticket_types: full })).toBe(reason);
  });

  it('refuses a price or sold_out together with ticket types', () => {
    const types = { currency: 'EUR', ticket_types: [{ id: 'a', name: 'A', price: 10, capacity: 5 }] };
    expect(refusal({ ...concert, ...types, price: { from: 1 } })).toBe(
      'price: comes from the ticket types: give one or the other',
    );
    expect(refusal({ ...concert, ...types, status: 'sold_out' })).toBe(
      'status: an event with ticket types is sold out when they are',
    );
  });

  it('names every field at fault', () => {
    expect(refusal({ ...concert, name: '', lat: 99, lng: 0 })).toBe('name: must not be empty; lat: must be -90 to 90');
  });
});
