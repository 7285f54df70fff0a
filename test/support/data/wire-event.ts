import type { Event } from '../../../src/core/wire/event.js';

/** An event as the API shows it; `changes` replaces whole members. */
export function wireEvent(changes: Partial<Event> = {}): Event {
  return {
    id: 'evt_8Qm3',
    name: 'Night of the Proms',
    status: 'scheduled',
    starts_at: '2027-03-04T19:00:00.000Z',
    ends_at: '2027-03-04T22:30:00.000Z',
    date: '2027-03-04',
    timezone: 'Europe/London',
    location: {
      venue: 'Hall',
      venue_id: 'ven_hall',
      address: '1 Road',
      city: 'London',
      country: 'GB',
      lat: 51.5,
      lng: -0.12,
    },
    image: 'https://img.example/a.png?w=1&h=2',
    category: 'music',
    performers: [
      { id: 'prf_ann', name: 'Ann' },
      { id: 'prf_bob', name: 'Bob' },
    ],
    tickets: {
      from: 20,
      to: 80.5,
      currency: 'GBP',
      availability: 'available',
      buy_url: 'https://tickets.example/buy/evt_8Qm3?ref=Abc123',
    },
    earn: { eligible: true, percent: 7.5, currency: 'GBP' },
    can_share: true,
    url: 'https://tickets.example/e/evt_8Qm3',
    display: { short_description: 'An evening', date_label: 'Thu 4 Mar 2027, 19:00', price_label: '£20 – £80.50' },
    organizer: { name: 'Proms Ltd', verified: true },
    test: false,
    updated_at: '2026-11-02T09:00:00.123Z',
    inventory_updated_at: null,
    ...changes,
  };
}

const EMOJI_NAME = `${'x'.repeat(62)}😀😀 ${'👩‍👩‍👧‍👦'.repeat(12)} café`;

/** Names that break careless formats: an end of CDATA, a formula, a forged line, right-to-left marks, an emoji across octet 75. */
export const HARD_NAMES: Record<string, string> = {
  'an end of CDATA': 'Rock ]]> & <b>Roll</b> "live" \'26',
  'a formula': '=HYPERLINK("https://evil.example","win")',
  'a line that would be a property': 'Party\r\nATTENDEE:mailto:victim@example.com\r\nEND:VEVENT',
  'right-to-left marks': '\u202Eevil\u202C \u200Fמסיבה\u200E حفلة',
  'an emoji across octet 75': EMOJI_NAME,
  'commas, semicolons and backslashes': 'A, B; C\\n D\\, "E"',
  'a tab and spaces': '\tIndented  twice ',
  'an en dash and CJK': '音楽祭 – 2027 第一夜、第二夜',
};

/** The hard names as events, then an event with odd numbers, nulls and times. */
export function hardEvents(): Event[] {
  const named = Object.values(HARD_NAMES).map((name, i) =>
    wireEvent({
      id: `evt_hard${i}`,
      name,
      performers: [{ id: `prf_hard${i}`, name }],
      organizer: { name, verified: false },
    }),
  );
  const bare = wireEvent({
    id: 'evt_bare',
    status: 'postponed',
    starts_at: null,
    ends_at: null,
    timezone: null,
    location: { venue: null, venue_id: null, address: null, city: null, country: null, lat: null, lng: null },
    image: null,
    category: null,
    performers: [],
    tickets: {
      from: null,
      to: null,
      currency: null,
      availability: 'not_on_sale',
      buy_url: 'https://tickets.example/buy/evt_bare?ref=Abc123',
    },
    earn: { eligible: false },
    display: { short_description: null, date_label: 'Thu 4 Mar 2027', price_label: 'Price not announced' },
    organizer: { name: null, verified: false },
  });
  return [
    ...named,
    bare,
    wireEvent({
      id: 'evt_gone',
      status: 'cancelled',
      location: { ...bare.location, lat: 0.0000001, lng: -179.99999999 },
    }),
  ];
}
