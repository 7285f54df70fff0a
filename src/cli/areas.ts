import type { Command } from 'commander';
import type { Cli } from './support/verb.js';

/** The first argument of `partner-events`: a group of verbs, or a single command. */
export interface Area {
  name: string;
  description: string;
  group: string;
  /** Gives the command its verbs, or its options and its work. Loads the code, so it is called for the chosen area only. */
  load: () => (command: Command, cli: Cli) => void;
}

const PARTNERS = 'Partners:';
const DELIVERIES = 'Deliveries:';
const EVENTS = 'Events and sales:';
const MONEY = 'Money:';
const SERVICE = 'The service:';

/** Every area, in the order of the help. Modules are loaded on use: loading all of them takes longer than most commands. */
export const AREAS: readonly Area[] = [
  {
    name: 'company',
    description: 'Partner companies.',
    group: PARTNERS,
    load: () => (require('./companies/company.js') as typeof import('./companies/company.js')).addCompanyVerbs,
  },
  {
    name: 'agreement',
    description: 'The events a company may show.',
    group: PARTNERS,
    load: () => (require('./companies/agreement.js') as typeof import('./companies/agreement.js')).addAgreementVerbs,
  },
  {
    name: 'key',
    description: 'API keys.',
    group: PARTNERS,
    load: () => (require('./access/key.js') as typeof import('./access/key.js')).addKeyVerbs,
  },
  {
    name: 'oauth',
    description: 'OAuth clients, which get access tokens from /oauth/token.',
    group: PARTNERS,
    load: () => (require('./access/oauth.js') as typeof import('./access/oauth.js')).addOAuthVerbs,
  },
  {
    name: 'user',
    description: 'People of a company who sign in to the dashboard.',
    group: PARTNERS,
    load: () => (require('./members/user.js') as typeof import('./members/user.js')).addUserVerbs,
  },
  {
    name: 'subscription',
    description: "Filters of a company's bulk files.",
    group: PARTNERS,
    load: () =>
      (require('./companies/subscription.js') as typeof import('./companies/subscription.js')).addSubscriptionVerbs,
  },
  {
    name: 'stats',
    description: 'Impressions, views, clicks and sales by day.',
    group: PARTNERS,
    load: () => (require('./signals/stats.js') as typeof import('./signals/stats.js')).addStatsCommand,
  },
  {
    name: 'endpoint',
    description: 'Webhooks and postbacks (docs/webhooks.md), and what waits at them.',
    group: DELIVERIES,
    load: () => (require('./deliveries/endpoint.js') as typeof import('./deliveries/endpoint.js')).addEndpointArea,
  },
  {
    name: 'delivery',
    description: 'Deliveries: their attempts, a retry now, their end.',
    group: DELIVERIES,
    load: () => (require('./deliveries/delivery.js') as typeof import('./deliveries/delivery.js')).addDeliveryArea,
  },
  {
    name: 'listen',
    description: "Forwards a test key's webhooks to a server on this machine.",
    group: DELIVERIES,
    load: () => (require('./deliveries/listen.js') as typeof import('./deliveries/listen.js')).addListenCommand,
  },
  {
    name: 'receiver',
    description: 'Runs an example receiver of webhooks and postbacks.',
    group: DELIVERIES,
    load: () => (require('./deliveries/receiver.js') as typeof import('./deliveries/receiver.js')).addReceiverCommand,
  },
  {
    name: 'catalogue',
    description: 'Imports events and changes them (docs/catalogue.md).',
    group: EVENTS,
    load: () => (require('./catalogue/catalogue.js') as typeof import('./catalogue/catalogue.js')).addCatalogueVerbs,
  },
  {
    name: 'organizer',
    description: 'What buyers read about an organizer (docs/checkout.md).',
    group: EVENTS,
    load: () => (require('./catalogue/organizer.js') as typeof import('./catalogue/organizer.js')).addOrganizerVerbs,
  },
  {
    name: 'order',
    description: 'Orders and their ticket holds.',
    group: EVENTS,
    load: () => (require('./orders/order.js') as typeof import('./orders/order.js')).addOrderVerbs,
  },
  {
    name: 'trace',
    description: 'What became of a request or an order: payment, mails, earnings and deliveries, with times.',
    group: EVENTS,
    load: () => (require('./platform/trace.js') as typeof import('./platform/trace.js')).addTraceCommand,
  },
  {
    name: 'sale',
    description: 'Sales credited to partners, refunds and reversals.',
    group: EVENTS,
    load: () => (require('./earnings/sale.js') as typeof import('./earnings/sale.js')).addSaleVerbs,
  },
  {
    name: 'inquiry',
    description: 'What partners ask about sales that they miss.',
    group: EVENTS,
    load: () => (require('./orders/inquiry.js') as typeof import('./orders/inquiry.js')).addInquiryVerbs,
  },
  {
    name: 'event-refunds',
    description: 'Refunds of cancelled events, which start by themselves (docs/operations.md).',
    group: EVENTS,
    load: () =>
      (require('./orders/event-refunds.js') as typeof import('./orders/event-refunds.js')).addEventRefundsVerbs,
  },
  {
    name: 'buyer',
    description: "Finds a buyer's orders, and erases a buyer (docs/privacy.md).",
    group: EVENTS,
    load: () => (require('./orders/buyer.js') as typeof import('./orders/buyer.js')).addBuyerVerbs,
  },
  {
    name: 'tickets',
    description: 'Tickets of orders, their mails, and door lists (docs/tickets.md).',
    group: EVENTS,
    load: () => (require('./tickets/tickets.js') as typeof import('./tickets/tickets.js')).addTicketsVerbs,
  },
  {
    name: 'announcement',
    description: 'Announcements to buyers: what changed about their events.',
    group: EVENTS,
    load: () =>
      (require('./tickets/announcement.js') as typeof import('./tickets/announcement.js')).addAnnouncementVerbs,
  },
  {
    name: 'door-key',
    description: "Organizers' keys, which check tickets at the door.",
    group: EVENTS,
    load: () => (require('./tickets/door-key.js') as typeof import('./tickets/door-key.js')).addDoorKeyVerbs,
  },
  {
    name: 'terms',
    description: 'How a company is paid. Without terms it gets no statements.',
    group: MONEY,
    load: () => (require('./settlements/terms.js') as typeof import('./settlements/terms.js')).addTermsVerbs,
  },
  {
    name: 'billing',
    description: 'Legal name, address and tax id of a company, for its statements.',
    group: MONEY,
    load: () => (require('./companies/billing.js') as typeof import('./companies/billing.js')).addBillingVerbs,
  },
  {
    name: 'vat',
    description: "VAT on a company's statements.",
    group: MONEY,
    load: () => (require('./companies/vat.js') as typeof import('./companies/vat.js')).addVatVerbs,
  },
  {
    name: 'payout-account',
    description: 'The bank account to which a company is paid.',
    group: MONEY,
    load: () =>
      (require('./settlements/payout-account.js') as typeof import('./settlements/payout-account.js'))
        .addPayoutAccountVerbs,
  },
  {
    name: 'settlement',
    description: 'Month ends: close, inspect, rerun, pay (docs/settlements.md).',
    group: MONEY,
    load: () =>
      (require('./settlements/settlement.js') as typeof import('./settlements/settlement.js')).addSettlementVerbs,
  },
  {
    name: 'audit',
    description: 'Who did what, and when.',
    group: SERVICE,
    load: () => (require('./companies/audit.js') as typeof import('./companies/audit.js')).addAuditVerbs,
  },
  {
    name: 'secrets',
    description: 'Encrypted secrets.',
    group: SERVICE,
    load: () => (require('./platform/secrets.js') as typeof import('./platform/secrets.js')).addSecretsVerbs,
  },
  {
    name: 'mail',
    description: 'Outgoing mail.',
    group: SERVICE,
    load: () => (require('./mail/mail.js') as typeof import('./mail/mail.js')).addMailVerbs,
  },
  {
    name: 'migrate',
    description: 'Updates the database and the Temporal namespace for this version.',
    group: SERVICE,
    load: () => (require('./platform/migrate.js') as typeof import('./platform/migrate.js')).addMigrateCommand,
  },
  {
    name: 'jobs',
    description: 'Background work: what waits, what failed, and a retry (docs/jobs.md).',
    group: SERVICE,
    load: () => (require('./platform/jobs.js') as typeof import('./platform/jobs.js')).addJobsVerbs,
  },
  {
    name: 'worker',
    description: 'Versions of the workers (docs/deploy/upgrade.md).',
    group: SERVICE,
    load: () => (require('./platform/worker.js') as typeof import('./platform/worker.js')).addWorkerVerbs,
  },
  {
    name: 'sandbox',
    description: 'The movable clock of a service with simulated payments.',
    group: SERVICE,
    load: () => (require('./sandbox/sandbox.js') as typeof import('./sandbox/sandbox.js')).addSandboxVerbs,
  },
];
