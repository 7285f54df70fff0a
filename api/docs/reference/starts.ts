import type { Json } from '../../http/json.js';

/** What “Try it” and the Postman collection fill in at first, by operation and parameter: sample events are always there. */
export const START_VALUES: Record<string, string> = {
  'getEvents.limit': '2',
  'getEventsId.id': 'evt_test_berlin_jazz_night',
  'getEventsIdTickets.id': 'evt_test_berlin_jazz_night',
  'getDemoEventsId.id': 'evt_test_berlin_jazz_night',
  'getDemoEvents.limit': '2',
  'getFeedsFile.file': 'events.json',
};

/** Bodies to start with, by operation, which work as they are. */
export const START_BODIES: Record<string, Json> = {
  postOrders: {
    event_id: 'evt_test_berlin_jazz_night',
    ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
    quantity: 1,
    buyer_email: 'ada@example.com',
    buyer_name: 'Ada',
    sub_id: 'docs',
  },
  postMcp: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'find_events', arguments: { city: 'Berlin' } },
  },
  postTrack: { type: 'event_click', event_id: 'evt_test_berlin_jazz_night' },
};
