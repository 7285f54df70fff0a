import type { Answer, Asked, Item } from './operations.ts';

export type { MailKind } from '../../../../src/members/rules/mails.js';
export type { Action, Role } from '../../../../src/members/rules/roles.ts';

export type Session = Answer<'GET /session'>;
export type Mode = Session['mode'];
export type Notice = Item<'GET /notices'>;

export type Member = Item<'GET /members'>;
export type AuditedAction = Item<'GET /audit'>;
export type Inquiry = Item<'GET /inquiries'>;
export type OpenSession = Item<'GET /sessions'>;

export type Key = Item<'GET /keys'>;
export type KeyDetail = Answer<'GET /keys/:id'>;
export type Certificate = Answer<'POST /keys/:id/certificates'>;
export type Client = Item<'GET /clients'>;

export type Endpoint = Item<'GET /endpoints'>;
export type EndpointKind = Endpoint['kind'];
export type EndpointDetail = Answer<'GET /endpoints/:id'>;
export type Health = Answer<'GET /endpoints/:id/health'>;
export type Delivery = Item<'GET /endpoints/:id/deliveries'>;
export type Attempt = Answer<'GET /deliveries/:id'>['attempts'][number];
export type ReceiverCheck = Answer<'POST /endpoints/:id/check-receiver'>;

export type BulkSubscription = Item<'GET /bulk-subscriptions'>;
export type Usage = Answer<'GET /use'>;

export type Earning = Item<'GET /earnings'>;
export type Sale = Answer<'GET /sales/:id'>;
export type EarningsSummary = Answer<'GET /earnings/summary'>;
export type Span = Asked<'GET /earnings/summary'>['span'];
export type EarningDays = 'sale' | 'approval' | 'payment';
export type CurrencySummary = EarningsSummary['currencies'][number];
export type Statement = Item<'GET /settlements'>;
export type Payment = Item<'GET /payments'>;
export type MoneyChoices = Answer<'GET /payments'>['choices'];
export type StatementDetail = Answer<'GET /settlements/:id'>;
export type Terms = Answer<'GET /settlements'>['terms'];
export type CompanyPayouts = Answer<'GET /company'>;
export type EarningTotals = Answer<'GET /earnings'>['totals'][number];

type Funnel = Answer<'GET /funnel'>;
export type FunnelBy = Funnel['by'];
export type FunnelLine = Funnel['rows'][number];
export type PromotableEvent = Item<'GET /links'>;
export type PromotedEvent = Item<'GET /promoted-events'>;
export type Campaigns = Answer<'GET /campaigns'>;
export type CampaignLine = Campaigns['total'];
export type UnsoldReason = Answer<'GET /funnel/unsold'>['reasons'][number]['reason'];
