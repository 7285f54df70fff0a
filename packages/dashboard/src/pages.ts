import type { Action } from './api/types.ts';
import * as labels from './filters.ts';
import * as icons from './icons/icons.tsx';

export interface PageFacts {
  /** The file of its component below `pages/`, which is named as the file. */
  file: string;
  /** Who may not do it does not see the page. */
  action: Action;
  /** Its content, for use in a sentence. */
  noun: string;
  /** For a page in the navigation: its name and place there. */
  nav?: { label: string; group: 'Marketing' | 'Money' | 'Developers' | 'Settings' | null; icon: icons.Icon };
  /** For an object's page: the list that contains the object. */
  list?: '/earnings' | '/keys' | '/webhooks' | '/postbacks' | '/requests' | '/statements';
  /** What stands in its address, by name: the values to choose from with their labels, or any text. */
  filters?: Record<string, Readonly<Record<string, string>> | 'text'>;
}

const ENDPOINT_FILTERS = {
  state: labels.LOG_STATES,
  type: labels.LOG_TYPES,
  event: 'text',
  since: labels.LOG_SPANS,
  range: labels.HEALTH_RANGES,
} as const;

/** Every page behind the sign-in page, by its address: the router, the navigation, rights and tests read this list. */
export const PAGES = {
  '/': {
    file: 'overview/OverviewPage',
    action: 'company.read',
    noun: 'the overview',
    nav: { label: 'Overview', group: null, icon: icons.House },
    filters: { span: labels.EARNING_SPANS, currency: 'text' },
  },
  '/earnings': {
    file: 'earnings/EarningsPage',
    action: 'earnings.read',
    noun: 'earnings',
    nav: { label: 'Earnings', group: 'Money', icon: icons.Coins },
    filters: {
      status: labels.EARNING_STATUSES,
      days: labels.EARNING_DAYS,
      ...{ event_id: 'text', sub_id: 'text', from: 'text', to: 'text', currency: 'text', settlement_id: 'text' },
    },
  },
  '/earnings/$id': { file: 'earnings/SalePage', action: 'earnings.read', noun: 'earnings', list: '/earnings' },
  '/statements': {
    file: 'statements/StatementsPage',
    action: 'settlements.read',
    noun: 'statements',
    nav: { label: 'Statements', group: 'Money', icon: icons.FileText },
    filters: { year: 'text', currency: 'text', status: labels.STATEMENT_STATUSES },
  },
  '/statements/$id': {
    file: 'statements/StatementPage',
    action: 'settlements.read',
    noun: 'statements',
    list: '/statements',
  },
  '/payments': {
    file: 'payments/PaymentsPage',
    action: 'settlements.read',
    noun: 'payments',
    nav: { label: 'Payments', group: 'Money', icon: icons.Landmark },
    filters: { year: 'text', currency: 'text', status: labels.PAYMENT_STATUSES },
  },
  '/links': {
    file: 'links/LinksPage',
    action: 'funnel.read',
    noun: 'events and links',
    nav: { label: 'Events and links', group: 'Marketing', icon: icons.LinkIcon },
    filters: {
      ...{ search: 'text', city: 'text', category: 'text', from: 'text', to: 'text', key: 'text' },
      commissioned: labels.EVENT_REWARDS,
    },
  },
  '/campaigns': {
    file: 'campaigns/CampaignsPage',
    action: 'funnel.read',
    noun: 'campaigns',
    nav: { label: 'Campaigns', group: 'Marketing', icon: icons.Megaphone },
    filters: {
      by: labels.CAMPAIGNS_BY,
      ...{ from: 'text', to: 'text', starts_with: 'text', sub_id: 'text', event_id: 'text', country: 'text' },
    },
  },
  '/funnel': {
    file: 'funnel/FunnelPage',
    action: 'funnel.read',
    noun: 'the funnel',
    nav: { label: 'Funnel', group: 'Marketing', icon: icons.Filter },
    filters: {
      by: labels.FUNNEL_BY,
      ...{ from: 'text', to: 'text', sub_id: 'text', event_id: 'text', country: 'text' },
      ...{ reason: labels.UNSOLD_REASONS, unsold: labels.UNSOLD_SPANS },
    },
  },
  '/keys': {
    file: 'keys/KeysPage',
    action: 'keys.read',
    noun: 'API keys',
    nav: { label: 'API keys', group: 'Developers', icon: icons.KeyRound },
  },
  '/keys/$id': { file: 'keys/KeyPage', action: 'keys.read', noun: 'API keys', list: '/keys' },
  '/clients': {
    file: 'clients/ClientsPage',
    action: 'keys.read',
    noun: 'OAuth clients',
    nav: { label: 'OAuth clients', group: 'Developers', icon: icons.Fingerprint },
  },
  '/webhooks': {
    file: 'endpoints/EndpointsPage',
    action: 'webhooks.read',
    noun: 'webhooks',
    nav: { label: 'Webhooks', group: 'Developers', icon: icons.Webhook },
    filters: { search: 'text' },
  },
  '/webhooks/$id': {
    file: 'endpoints/EndpointPage',
    action: 'webhooks.read',
    noun: 'webhooks',
    list: '/webhooks',
    filters: ENDPOINT_FILTERS,
  },
  '/postbacks': {
    file: 'endpoints/EndpointsPage',
    action: 'webhooks.read',
    noun: 'postbacks',
    nav: { label: 'Postbacks', group: 'Developers', icon: icons.MousePointerClick },
    filters: { search: 'text' },
  },
  '/postbacks/$id': {
    file: 'endpoints/EndpointPage',
    action: 'webhooks.read',
    noun: 'postbacks',
    list: '/postbacks',
    filters: ENDPOINT_FILTERS,
  },
  '/deliveries/$id': { file: 'endpoints/DeliveryPage', action: 'webhooks.read', noun: 'deliveries', list: '/webhooks' },
  '/receiver': {
    file: 'receiver/ReceiverPage',
    action: 'deliveries.send',
    noun: 'the receiver check',
    nav: { label: 'Receiver check', group: 'Developers', icon: icons.Stethoscope },
  },
  '/requests': {
    file: 'requests/RequestsPage',
    action: 'requests.read',
    noun: 'requests',
    nav: { label: 'Requests', group: 'Developers', icon: icons.ListTree },
    filters: { span: labels.REQUEST_SPANS, status: labels.REQUEST_STATUSES, code: 'text', route: 'text', key: 'text' },
  },
  '/requests/$id': { file: 'requests/RequestPage', action: 'requests.read', noun: 'requests', list: '/requests' },
  '/go-live': {
    file: 'sandbox/GoLivePage',
    action: 'company.read',
    noun: 'the go-live checklist',
    nav: { label: 'Go-live checklist', group: 'Developers', icon: icons.ListChecks },
  },
  '/test-data': {
    file: 'sandbox/TestDataPage',
    action: 'sandbox.use',
    noun: 'test data',
    nav: { label: 'Test data', group: 'Developers', icon: icons.FlaskConical },
  },
  '/use': {
    file: 'usage/UsagePage',
    action: 'use.read',
    noun: 'API usage',
    nav: { label: 'Usage', group: 'Developers', icon: icons.BarChart3 },
    filters: { days: labels.USAGE_SPANS, key: 'text' },
  },
  '/bulk': {
    file: 'bulk/BulkPage',
    action: 'bulk.read',
    noun: 'bulk files',
    nav: { label: 'Bulk files', group: 'Developers', icon: icons.Download },
  },
  '/missing-sales': {
    file: 'inquiries/InquiriesPage',
    action: 'earnings.read',
    noun: 'missing sales',
    nav: { label: 'Missing sales', group: 'Money', icon: icons.SearchX },
    filters: { state: labels.INQUIRY_STATES, search: 'text' },
  },
  '/company': {
    file: 'company/CompanyPage',
    action: 'settlements.read',
    noun: 'billing and payouts',
    nav: { label: 'Company', group: 'Settings', icon: icons.Building2 },
  },
  '/members': {
    file: 'members/MembersPage',
    action: 'members.read',
    noun: 'the team',
    nav: { label: 'Team', group: 'Settings', icon: icons.Users },
  },
  '/audit': {
    file: 'audit/AuditPage',
    action: 'audit.read',
    noun: 'the audit log',
    nav: { label: 'Audit log', group: 'Settings', icon: icons.ScrollText },
    filters: { kind: labels.AUDIT_KINDS, by: 'text', since: labels.AUDIT_SPANS },
  },
  '/security': {
    file: 'security/SecurityPage',
    action: 'security.change',
    noun: 'your sign-in',
    nav: { label: 'Security', group: 'Settings', icon: icons.ShieldCheck },
  },
} as const satisfies Record<string, PageFacts>;

export type PagePath = keyof typeof PAGES;

type FilterNames<Path extends PagePath> = (typeof PAGES)[Path] extends { filters: infer F } ? F : object;

/** What stands in a page's address, where it was given and can be chosen there. */
export type Filters<Path extends PagePath> = {
  [Name in keyof FilterNames<Path>]?: FilterNames<Path>[Name] extends 'text' ? string : keyof FilterNames<Path>[Name];
};

/** A page as the shell and its parts read it. */
export const factsOf = (path: PagePath): PageFacts => PAGES[path];

/** What of an address is a filter of the page; anything else is left out. */
export function readFilters<Path extends PagePath>(path: Path, search: Record<string, unknown>): Filters<Path> {
  const entries = Object.entries(factsOf(path).filters ?? {}).map(([name, values]) => {
    // A number is a text that a person typed into the address.
    const given = typeof search[name] === 'number' ? String(search[name]) : search[name];
    const taken = typeof given === 'string' && (values === 'text' ? given !== '' : Object.hasOwn(values, given));
    return [name, taken ? given : undefined];
  });
  return Object.fromEntries(entries) as Filters<Path>;
}
