import type { Event } from '../../../src/core/wire/event.js';

/** The sample event as a test key sees it; every other example is about it. */
export const event: Event = {
  id: 'evt_test_berlin_jazz_night',
  name: 'TEST EVENT — NO REAL MONEY: Berlin Jazz Night',
  status: 'scheduled',
  starts_at: '2027-01-03T19:00:00.000Z',
  ends_at: '2027-01-03T22:00:00.000Z',
  date: '2027-01-03',
  timezone: 'Europe/Berlin',
  location: {
    venue: 'Kesselhaus Sample Hall',
    venue_id: 'ven_4b1f0c92d7e83a65f1c2',
    address: 'Schönhauser Allee 36, 10435 Berlin',
    city: 'Berlin',
    country: 'DE',
    lat: 52.5391,
    lng: 13.4132,
  },
  image: 'https://api.example.com/pictures/music-1.jpg',
  category: 'music',
  performers: [
    { id: 'prf_9d3e57a1c04b86f2e7d1', name: 'The Sample Quintet' },
    { id: 'prf_c27a8e4f61b5093d8af4', name: 'Ada Testmann' },
  ],
  tickets: {
    from: 15.95,
    to: 59.9,
    currency: 'EUR',
    availability: 'available',
    buy_url: 'https://api.example.com/buy/evt_test_berlin_jazz_night?ref=YZmaa8WxfwMYMNw7pDkm',
  },
  earn: { eligible: true, amount: 3, currency: 'EUR', description: '€3.00 for each ticket sold' },
  can_share: true,
  url: 'https://api.example.com/e/evt_test_berlin_jazz_night',
  display: {
    short_description: 'Two sets of contemporary jazz in an old brewery.',
    date_label: 'Sun 3 Jan 2027, 20:00',
    price_label: '€15.95 – €59.90',
  },
  organizer: { name: 'Sandbox Events', verified: true },
  test: true,
  updated_at: '2026-11-21T14:54:38.543Z',
  inventory_updated_at: '2026-11-21T14:54:38.428Z',
};
