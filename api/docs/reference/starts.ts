import type { Json } from '../../http/json.js';

/** Values that “Try it” and the Postman collection start with, by operation and parameter: sample events are always there. */
export const START_VALUES: Record<string, string> = {
  'getEvents.limit': '2',
  'getEventsId.id': 'evt_test_berlin_jazz_night',
  'getEventsIdTickets.id': 'evt_test_berlin_jazz_night',
  'getDemoEventsId.id': 'evt_test_berlin_jazz_night',
  'getDemoEvents.limit': '2',
  'getFeedsFile.file': 'events.json',
};

/** Bodies to start with, by operation, which work unchanged. */
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

/** A variable of the Postman collection that the answer to a call sets, so that later calls use its value. */
export interface ChainLink {
  variable: string;
  /** The value in the answer, as an expression of JavaScript on `answer`. */
  from: string;
}

/** By operation. */
export const CHAIN: Record<string, readonly ChainLink[]> = {
  // An event whose tickets can be ordered, so that the next calls succeed.
  getEvents: [
    {
      variable: 'eventId',
      from: "answer.events?.find(({ tickets }) => tickets.availability === 'available' && tickets.from > 0)?.id",
    },
  ],
  getEventsIdTickets: [
    { variable: 'eventId', from: 'answer.event_id' },
    { variable: 'ticketTypeId', from: 'answer.ticket_types?.[0]?.id' },
  ],
  postOrders: [{ variable: 'orderId', from: 'answer.id' }],
  getSettlements: [{ variable: 'settlementId', from: 'answer.settlements?.[0]?.id' }],
  postOauthToken: [{ variable: 'accessToken', from: 'answer.access_token' }],
};

/** The variables that calls take their values from, by operation and parameter or by operation and field of the body. */
export const CHAINED_VALUES: Record<string, string> = {
  'getEventsId.id': '{{eventId}}',
  'getEventsIdTickets.id': '{{eventId}}',
  'postOrders.event_id': '{{eventId}}',
  'postOrders.ticket_type_id': '{{ticketTypeId}}',
  'getOrdersId.id': '{{orderId}}',
  'postOrdersIdCancel.id': '{{orderId}}',
  'getSettlementsIdLines.id': '{{settlementId}}',
  'getSettlementsFile.file': '{{settlementId}}.pdf',
  'postOauthRevoke.token': '{{accessToken}}',
  'postTrack.event_id': '{{eventId}}',
};

/** Values of the variables before any call set them. */
export const CHAIN_STARTS: Record<string, string> = {
  eventId: 'evt_test_berlin_jazz_night',
  ticketTypeId: 'tkt_test_berlin_jazz_night_standard',
};
