// Run with the client that openapi-generator makes, in the same folder; see ../README of tools.
import { Configuration, EventsApi, OrdersApi } from './index.js';

declare const process: { env: Record<string, string | undefined> };

const { BASE_URL: basePath, LIVE_KEY, TEST_KEY, WITHDRAWN } = process.env;
const configured = (accessToken: string | undefined) => new Configuration({ basePath, accessToken });
const events = new EventsApi(configured(TEST_KEY));
const orders = new OrdersApi(configured(TEST_KEY));
const live = new EventsApi(configured(LIVE_KEY));

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const list = await events.getEvents({ limit: 5, near: 'Berlin,DE' });
check(list.events.length > 0 && list.mode === 'test', 'sample events are listed');

const eventId = 'evt_test_berlin_jazz_night';
const { event } = await events.getEventsId({ id: eventId });
check(event.startsAt instanceof Date && event.earn.eligible, 'one event is read, its dates as dates');

// This client keeps a Date, which has milliseconds: the loop must still end.
const gone = new Set<string>();
let since = new Date('2026-01-01T00:00:00Z');
for (let asked = 0; ; asked += 1) {
  check(asked < 10, `the loop of withdrawn ends; still asking with ${since.toISOString()}`);
  const { withdrawn = [] } = await live.getEvents({ changedSince: since, limit: 1 });
  for (const { id } of withdrawn) gone.add(id);
  if (withdrawn.length < 500) break;
  since = withdrawn.at(-1)?.withdrawnAt ?? since;
}
check(gone.size === Number(WITHDRAWN), `all withdrawn events are read: ${gone.size} of ${WITHDRAWN}`);

const { ticketTypes } = await orders.getEventsIdTickets({ id: eventId });
const [ticket] = ticketTypes.filter(({ available }) => available);
if (!ticket) throw new Error('a ticket is on sale');

const order = await orders.postOrders({
  idempotencyKey: `typescript-${Date.now()}`,
  newOrder: {
    eventId,
    ticketTypeId: ticket.id,
    quantity: 2,
    buyerEmail: 'ada@example.com',
    buyerName: 'Ada',
  },
});
check(order.status === 'awaiting_payment' && order.total === 2 * ticket.totalPerTicket, 'an order is placed');
console.log(`TypeScript (openapi-generator): 5 calls, ${gone.size} withdrawn`);
