/** A room's use of a table that it does not own, and the reason why no function of the owner serves. */
interface Guest {
  may: 'read' | 'write';
  why: string;
}

/** By table and room. */
export type Guests = Record<string, Record<string, Guest>>;

/** Tables that belong to another room than the one their migration names. */
export const MOVED: Record<string, { room: string; why: string }> = {
  audit_log: { room: 'platform', why: 'every room records its actions through platform/audit; there is no room audit' },
};

const read = (why: string): Guest => ({ may: 'read', why });

const COUNTS = read('one statement counts what waits in all rooms, for operators');
const RIGHTS = read('rights are part of the statement that they narrow');
const FACTS = read('what it says of an event is read with its own rows, in one statement');
const NAMES = read('names are read with the rows that show them');
const SANDBOX = read('test journeys look at what is about to happen');
const DUE = read('what is due next is decided in the statement that selects it');

/**
 * The rooms that read a table besides its owner. `npm run lint` refuses any other, every write, and an entry that
 * nothing needs.
 */
export const GUESTS: Guests = {
  agreements: { access: RIGHTS, changes: RIGHTS, earnings: RIGHTS, orders: RIGHTS },
  api_keys: { changes: RIGHTS, deliveries: RIGHTS, orders: RIGHTS, sandbox: RIGHTS, signals: RIGHTS },
  bulk_files: { worker: COUNTS },
  companies: {
    worker: COUNTS,
    access: RIGHTS,
    changes: RIGHTS,
    deliveries: RIGHTS,
    earnings: RIGHTS,
    members: NAMES,
    orders: RIGHTS,
    sandbox: RIGHTS,
    settlements: NAMES,
  },
  changes: { deliveries: read('a delivery is written, claimed and listed with its change, in one statement') },
  deliveries: { worker: COUNTS, changes: read('a change is kept as long as its deliveries') },
  delivery_endpoints: { worker: COUNTS, changes: read('a change that no endpoint receives is not recorded') },
  earnings: { settlements: DUE },
  event_listings: {
    bulk: read('files are copied from the listings as they stand'),
    changes: read('a change keeps the document of its moment'),
    deliveries: read('a test of an endpoint sends a sample event'),
    platform: read('one statement finds every topic with work, and listings fall due without a message'),
  },
  event_refunds: { worker: COUNTS, tickets: read('a mail says when the refund of a cancelled event comes') },
  events: {
    earnings: FACTS,
    orders: FACTS,
    sandbox: SANDBOX,
    settlements: NAMES,
    signals: read('signals of events that do not exist are not counted, and a funnel names events and their countries'),
    tickets: FACTS,
  },
  mails: { worker: COUNTS },
  job_clocks: { worker: COUNTS },
  processor_events_set_aside: { worker: COUNTS },
  orders: {
    worker: COUNTS,
    catalogue: read('a ticket type that was ever ordered is not removed'),
    earnings: FACTS,
    tickets: FACTS,
  },
  order_lines: {
    catalogue: read('a ticket type that was ever ordered is not removed'),
    earnings: FACTS,
    tickets: FACTS,
  },
  outbox: { worker: COUNTS },
  refunds: { worker: COUNTS, tickets: read('a mail says what was refunded') },
  settlement_runs: { worker: COUNTS },
  settlement_terms: { worker: COUNTS },
  settlements: { worker: COUNTS },
  ticket_mails: { worker: COUNTS },
  ticket_types: {
    earnings: FACTS,
    orders: FACTS,
    sandbox: SANDBOX,
    tickets: FACTS,
  },
};
