import type { Command } from 'commander';
import type { Cli } from './support/verb.js';

/** The code of an area. `declareArea` gives the command its verbs, or its options and its work. */
interface AreaModule {
  declareArea(command: Command, cli: Cli): void;
}

/** The first argument of `partner-events`: a group of verbs, or a single command. */
type Area = [
  description: string,
  /** Called for the chosen area only: loading all modules takes longer than most commands. */
  load: () => AreaModule,
];

/** Every area by its name, in groups, in the order of the help. */
const GROUPS: Record<string, Record<string, Area>> = {
  'Partners:': {
    company: ['Partner companies.', () => require('./companies/company.js')],
    agreement: ['The events a company may show.', () => require('./companies/agreement.js')],
    key: ['API keys.', () => require('./access/key.js')],
    oauth: ['OAuth clients, which get access tokens from /oauth/token.', () => require('./access/oauth.js')],
    user: ['People of a company who sign in to the dashboard.', () => require('./members/user.js')],
    subscription: ["Filters of a company's bulk files.", () => require('./companies/subscription.js')],
    stats: ['Impressions, views, clicks and sales by day.', () => require('./signals/stats.js')],
  },
  'Deliveries:': {
    endpoint: [
      'Webhooks and postbacks (docs/webhooks.md), and what waits at them.',
      () => require('./deliveries/endpoint.js'),
    ],
    delivery: ['Deliveries: their attempts, a retry now, their end.', () => require('./deliveries/delivery.js')],
    listen: ["Forwards a test key's webhooks to a server on this machine.", () => require('./deliveries/listen.js')],
    receiver: ['Runs an example receiver of webhooks and postbacks.', () => require('./deliveries/receiver.js')],
  },
  'Events and sales:': {
    catalogue: ['Imports events and changes them (docs/catalogue.md).', () => require('./catalogue/catalogue.js')],
    organizer: ['What buyers read about an organizer (docs/checkout.md).', () => require('./catalogue/organizer.js')],
    order: ['Orders and their ticket holds.', () => require('./orders/order.js')],
    trace: [
      'What became of a request or an order: payment, mails, earnings and deliveries, with times.',
      () => require('./platform/trace.js'),
    ],
    sale: ['Sales credited to partners, refunds and reversals.', () => require('./earnings/sale.js')],
    inquiry: ['What partners ask about sales that they miss.', () => require('./orders/inquiry.js')],
    'event-refunds': [
      'Refunds of cancelled events, which start by themselves (docs/operations.md).',
      () => require('./orders/event-refunds.js'),
    ],
    buyer: ["Finds a buyer's orders, and erases a buyer (docs/privacy.md).", () => require('./orders/buyer.js')],
    tickets: [
      'Tickets of orders, their mails, and door lists (docs/tickets.md).',
      () => require('./tickets/tickets.js'),
    ],
    announcement: [
      'Announcements to buyers: what changed about their events.',
      () => require('./tickets/announcement.js'),
    ],
    'door-key': ["Organizers' keys, which check tickets at the door.", () => require('./tickets/door-key.js')],
  },
  'Money:': {
    terms: ['How a company is paid. Without terms it gets no statements.', () => require('./settlements/terms.js')],
    billing: [
      'Legal name, address and tax id of a company, for its statements.',
      () => require('./companies/billing.js'),
    ],
    vat: ["VAT on a company's statements.", () => require('./companies/vat.js')],
    'payout-account': [
      'The bank account to which a company is paid.',
      () => require('./settlements/payout-account.js'),
    ],
    settlement: [
      'Month ends: close, inspect, rerun, pay (docs/settlements.md).',
      () => require('./settlements/settlement.js'),
    ],
  },
  'The service:': {
    audit: ['Who did what, and when.', () => require('./companies/audit.js')],
    secrets: ['Encrypted secrets.', () => require('./platform/secrets.js')],
    mail: ['Outgoing mail.', () => require('./mail/mail.js')],
    migrate: [
      'Updates the database and the Temporal namespace for this version.',
      () => require('./platform/migrate.js'),
    ],
    jobs: [
      'Background work: what waits, what failed, and a retry (docs/jobs.md).',
      () => require('./platform/jobs.js'),
    ],
    worker: ['Versions of the workers (docs/deploy/upgrade.md).', () => require('./platform/worker.js')],
    sandbox: ['The movable clock of a service with simulated payments.', () => require('./sandbox/sandbox.js')],
  },
};

/** The same as one list. */
export const AREAS = Object.entries(GROUPS).flatMap(([group, areas]) =>
  Object.entries(areas).map(([name, [description, load]]) => ({ group, name, description, load })),
);
