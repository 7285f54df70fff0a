import type {
  Delivery,
  Earning,
  EarningDays,
  FunnelBy,
  Health,
  Inquiry,
  Payment,
  Span,
  Statement,
  UnsoldReason,
} from './api/types.ts';

/* What lists and charts can be narrowed to: what stands in the address, and how it is called. The first is the default. */

export const LOG_STATES: Record<Delivery['state'], string> = {
  pending: 'Pending',
  retrying: 'Retrying',
  delivered: 'Delivered',
  failed: 'Failed',
  held: 'Kept while disabled',
  superseded: 'Replaced by a later change',
  stopped: 'Stopped',
};

export const LOG_TYPES: Record<Delivery['type'], string> = {
  'event.changed': 'event.changed',
  'earnings.changed': 'earnings.changed',
  'order.changed': 'order.changed',
  'settlement.changed': 'settlement.changed',
};

export const LOG_SPANS = { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days' };

export const HEALTH_RANGES: Record<Health['range'], string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

export const EARNING_SPANS: Record<Span, string> = {
  '30d': 'Last 30 days',
  month: 'This month',
  last_month: 'Last month',
  quarter: 'This quarter',
  year: 'This year',
  '12m': 'Last 12 months',
};

/** The meaning of a filter's days. */
export const EARNING_DAYS: Record<EarningDays, string> = {
  sale: 'Sale',
  approval: 'Approval',
  payment: 'Payment',
};

export const FUNNEL_BY: Record<FunnelBy, string> = { day: 'Day', event: 'Event', country: 'Country', sub_id: 'Sub ID' };

export const EVENT_REWARDS = { true: 'With a reward' };

export const CAMPAIGNS_BY: Record<FunnelBy, string> = {
  sub_id: 'Sub ID',
  event: 'Event',
  country: 'Country',
  day: 'Day',
};

export const UNSOLD_REASONS: Record<UnsoldReason, string> = {
  not_on_sale: 'Not on sale',
  sold_out: 'Sold out',
  no_reward: 'No reward',
  hold_expired: 'Hold expired',
  awaiting_payment: 'Awaiting payment',
  refunded: 'Refunded',
  later: 'Bought later',
  unknown: 'Left without choosing a ticket',
};

export const UNSOLD_SPANS = { '7d': 'Seven days', all: 'All days' };

export const INQUIRY_STATES: Record<Inquiry['state'], string> = {
  open: 'Under review',
  decided: 'Answered',
  answered: 'Answered by our team',
};

export const AUDIT_KINDS = {
  member: 'Team and sign-in',
  operator: 'Visits by Partner Events',
  key: 'API keys',
  oauth: 'OAuth clients',
  webhook: 'Webhooks',
  postback: 'Postbacks',
  delivery: 'Deliveries',
  subscription: 'Bulk files',
  settlement: 'Statements',
  sandbox: 'Test data',
};

export const AUDIT_SPANS = { '7d': 'Last 7 days', '30d': 'Last 30 days', '90d': 'Last 90 days' };

export const REQUEST_SPANS = { '24h': 'Last 24 hours', '1h': 'Last hour', '7d': 'Last 7 days' };

export const REQUEST_STATUSES = {
  '2xx': 'Succeeded (2xx)',
  '3xx': 'Not modified (3xx)',
  '4xx': 'Rejected (4xx)',
  '5xx': 'Server errors (5xx)',
};

export const USAGE_SPANS = { '30d': 'Last 30 days', '7d': 'Last 7 days', '90d': 'Last 90 days' };

export const EARNING_STATUSES: Record<Earning['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  ready: 'Ready',
  paid: 'Paid',
  reversed: 'Reversed',
};

export const STATEMENT_STATUSES: Record<Statement['status'], string> = {
  issued: 'Issued',
  paying: 'Paying',
  paid: 'Paid',
  failed: 'Failed',
  carried: 'Carried',
  void: 'Void',
};

export const PAYMENT_STATUSES: Record<Payment['status'], string> = {
  on_its_way: 'On its way',
  paid: 'Paid',
  returned: 'Returned',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** For a picker. @param all what stands first and takes the filter away. */
export function toOptions<Value extends string>(labels: Record<Value, string>, all?: string) {
  const options = Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
  return all === undefined ? options : [{ value: '' as Value, label: all }, ...options];
}
