// Written by `npm run client-types` from the OpenAPI document. Do not edit.

import { Resource } from '../caller.js';
import type { Call, CallOptions, List, OrderOptions } from '../calls.js';
import type {
  AssistantServer,
  Category,
  CategoryList,
  Earning,
  EarningsList,
  EarningsReport,
  EarningsReportRow,
  Event,
  EventList,
  EventTicketsList,
  EventTicketTypes,
  FunnelReport,
  FunnelReportRow,
  Location,
  LocationList,
  NewOrder,
  Offer,
  OfferList,
  Order,
  OrderList,
  RevokeRequest,
  RpcAnswer,
  RpcMessage,
  Settlement,
  SettlementLines,
  SettlementsList,
  Signal,
  SingleEvent,
  TicketType,
  TicketTypeList,
  TokenAnswer,
  TokenRequest,
} from './schemas.js';

/** Parameters of every report. */
export interface ReportFilters {
  /** What a row stands for: a day or month in UTC, an event, a `sub_id`, or the country of the event. */
  by?: 'day' | 'month' | 'event' | 'sub_id' | 'country';
  /** First day, in UTC. Default: 29 days before the last. */
  from?: string;
  /** Last day, in UTC, included. Default: today. A report covers at most 366 days. */
  to?: string;
  /** Only this event. */
  event_id?: string;
  /** Only this click id. */
  sub_id?: string;
  /** Only events in this country: two-letter ISO 3166 code, in upper or lower case. */
  country?: string;
}

/** Filters of events. */
export interface EventFilters {
  /** City by any of its names (`Köln`, `Cologne`, `koeln`), whatever the case and accents. */
  city?: string;
  /** Two-letter ISO 3166 code, in upper or lower case. */
  country?: string;
  /** `id` of a category from `/categories`. */
  category?: string;
  /** `location.venue_id` of an event: only events at this venue. */
  venue_id?: string;
  /** `id` of one of the `performers` of an event: only events with this performer. */
  performer_id?: string;
}

/** When and where events take place. */
export interface EventDays {
  /** First day, as the venue counts days. */
  from?: string;
  /** Last day, included, as the venue counts days. */
  to?: string;
  /** City and country code, such as `Helsinki,FI`: events within `radius` of it. */
  near?: string;
}

/** Words of events, and when their sale begins. */
export interface EventSearch {
  /** First day on which the first tickets go on sale, as the venue counts days. Send `on_sale_to` too. */
  on_sale_from?: string;
  /** Last such day, included, at most 31 days in all. Upcoming events only: not with `changed_since`. */
  on_sale_to?: string;
  /** With `sort=price` only: events whose prices are in this currency, as an ISO 4217 code in upper or lower case. */
  currency?: string;
  /** Part of the name of a performer, whatever the case and accents: `beyonce` finds Beyoncé. */
  artist?: string;
  /** Words of the name, the venue, the city or a performer, all of them, whatever the case and accents. The last may be incomplete: `beyonce lond` finds Beyoncé in London. Cities are found by any of their names. Upcoming events only: not with `changed_since`. */
  q?: string;
}

/** The page of a list. */
export interface Paging {
  /** Most items on a page. */
  limit?: number;
  /** `next` of the page before. It remembers its filters: send it alone, or with another `limit`. */
  cursor?: string;
}

/** The language of the texts. */
export interface Localized {
  /** Language of the texts for people: `display`, names of categories, titles of feeds and problems. English when absent. Texts of organizers stay as they are. */
  locale?: 'de' | 'en';
}

/** Parameters of `client.events.list`. */
export interface EventsListQuery extends EventFilters, EventDays, EventSearch, Paging, Localized {
  /** Only what changed after this instant, ended and cancelled events too, the earliest change first. Milliseconds and whole seconds will do: cut off the rest, never round up. */
  changed_since?: string;
  /** Least reward for a ticket, in the currency of the event. Implies `commissioned=true`. */
  minimum_earnings?: number;
  /** Order of the events. `starts_at`, the usual one: the soonest first. `-starts_at`: the latest first, not with `q`. `price`: the lowest `tickets.from` first, with `currency` and a `city` or `country`, and without `q`, `artist`, `performer_id`, `near`, `lat`, `on_sale_from`. `updated_at`: the earliest change first, with `changed_since`, which allows no other order. */
  sort?: 'starts_at' | '-starts_at' | 'price' | 'updated_at';
  /** `true`: only events that pay a reward. */
  commissioned?: boolean;
  /** Latitude of the middle of a circle, in degrees. Send `lng` too. */
  lat?: number;
  /** Longitude of the middle of a circle, in degrees. Send `lat` too. */
  lng?: number;
  /** Kilometres around `lat` and `lng`, or `near`. 50 when absent. */
  radius?: number;
  /** Up to 100 events by their ids, with commas between them, also after they ended or were cancelled. Send no filter and no `cursor` with it; `limit` has no effect. An id sent twice is answered once. */
  ids?: string[];
}

/** Parameters of `client.events.get`. */
export type EventsGetQuery = Localized;

/** Parameters of `client.tickets.list`. */
export interface TicketsListQuery {
  /** Up to 20 events by their ids, with commas between them. An id sent twice is answered once. */
  event_ids: string[];
}

/** Parameters of `client.categories.list`. */
export interface CategoriesListQuery extends Localized {
  /** Two-letter ISO 3166 code, in upper or lower case. */
  country?: string;
}

/** Parameters of `client.locations.list`. */
export interface LocationsListQuery {
  /** Two-letter ISO 3166 code, in upper or lower case. */
  country?: string;
  /** Most items on a page. */
  limit?: number;
}

/** Parameters of `client.demo.events.list`. */
export interface DemoEventsListQuery extends EventFilters, EventDays, EventSearch, Paging, Localized {
  /** Order of the events. `starts_at`, the usual one: the soonest first. `-starts_at`: the latest first, not with `q`. `price`: the lowest `tickets.from` first, with `currency` and a `city` or `country`, and without `q`, `artist`, `performer_id`, `near`, `lat`, `on_sale_from`. */
  sort?: 'starts_at' | '-starts_at' | 'price';
  /** Gives every sample event this status, or returns the error of a wrong key (401) or a spent limit (429). */
  simulate?: 'sold_out' | 'cancelled' | 'rescheduled' | 'postponed' | 'invalid_key' | 'rate_limited';
}

/** Parameters of `client.demo.events.get`. */
export interface DemoEventsGetQuery extends Localized {
  /** Gives every sample event this status, or returns the error of a wrong key (401) or a spent limit (429). */
  simulate?: 'sold_out' | 'cancelled' | 'rescheduled' | 'postponed' | 'invalid_key' | 'rate_limited';
}

/** Parameters of `client.demo.categories.list`. */
export interface DemoCategoriesListQuery extends Localized {
  /** Two-letter ISO 3166 code, in upper or lower case. */
  country?: string;
}

/** Parameters of `client.demo.locations.list`. */
export interface DemoLocationsListQuery {
  /** Two-letter ISO 3166 code, in upper or lower case. */
  country?: string;
  /** Most items on a page. */
  limit?: number;
}

/** Parameters of `client.earnings.list`. */
export interface EarningsListQuery extends Paging {
  /** Only records with this status. */
  status?: 'pending' | 'approved' | 'ready' | 'paid' | 'reversed';
  /** Only records with this click id. */
  sub_id?: string;
  /** Only records of this event. */
  event_id?: string;
  /** Only the lines of this statement. */
  settlement_id?: string;
  /** First day of creation, in UTC. */
  from?: string;
  /** Last day of creation, in UTC, included. */
  to?: string;
  /** Only records created or changed after this instant. */
  changed_since?: string;
  /** Only records in this currency; the totals are then in it too. */
  currency?: string;
}

/** Parameters of `client.reports.earnings`. */
export type ReportsEarningsQuery = ReportFilters;

/** Parameters of `client.reports.funnel`. */
export type ReportsFunnelQuery = ReportFilters;

/** Parameters of `client.reports.file`. */
export type ReportsFileQuery = ReportFilters;

/** Parameters of `client.settlements.lines`. */
export type SettlementsLinesQuery = Paging;

/** Parameters of `client.feeds.get`. */
export interface FeedsGetQuery extends EventFilters, Localized {
  /** Most items on a page. */
  limit?: number;
}

/** Parameters of `client.bulk.get`. */
export interface BulkGetQuery {
  /** Only events that changed after this instant, and those to take down; without it the full file. */
  changed_since?: string;
}

/** Parameters of `client.offers.list`. */
export interface OffersListQuery extends EventFilters, EventDays, Paging {
  /** Only what changed after this instant, ended and cancelled events too, the earliest change first. Milliseconds and whole seconds will do: cut off the rest, never round up. */
  changed_since?: string;
  /** Least reward for a ticket, in the currency of the event. Implies `commissioned=true`. */
  minimum_earnings?: number;
}

/** Parameters of `client.mcp.get`. */
export interface McpGetQuery {
  /** A website or test key, never a server key. */
  key: string;
}

/** Parameters of `client.orders.list`. */
export interface OrdersListQuery extends Paging {
  /** Only orders that have this status now. */
  status?: 'awaiting_payment' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'partially_refunded' | 'test';
  /** Only orders of this event. */
  event_id?: string;
  /** Only orders with this click id. */
  sub_id?: string;
  /** Only orders made at this instant or later. */
  created_from?: string;
  /** Only orders made before this instant. */
  created_to?: string;
  /** Only orders made or changed after this instant, by change. Send the last `updated_at` of the last page next time: no change is missed. */
  changed_since?: string;
}

/** Operations of `client.events`. */
export class EventsResource extends Resource {
  /**
   * List events. `GET /events`
   *
   * Upcoming events that the key may show, soonest first. With `changed_since`, every event that changed after that time, including ended and cancelled ones, and in `withdrawn` those to take down. A cursor remembers its filters. Send it alone or with a new `limit`; any other filter returns 400. With `ids`, the events you name, and in `missing` and `withdrawn` the ids that are none you may show.
   *
   * @throws {ProblemError} `invalid_cursor`, `origin_not_allowed`
   */
  list(query: EventsListQuery = {}, options: CallOptions = {}): List<EventList, Event> {
    return this.calls.list({ method: 'GET', path: '/events', query }, options, (page) => page.events);
  }

  /**
   * Read an event. `GET /events/{id}`
   *
   * Also returns events that ended or were cancelled. 410 `event_withdrawn` means the event is no longer shared: stop showing it.
   *
   * @throws {ProblemError} `origin_not_allowed`, `event_not_found`, `event_withdrawn`
   */
  get(id: string, query: EventsGetQuery = {}, options: CallOptions = {}): Call<SingleEvent> {
    return this.calls.json({ method: 'GET', path: `/events/${encodeURIComponent(id)}`, query }, options);
  }

  /**
   * List the ticket types of an event. `GET /events/{id}/tickets`
   *
   * Free tickets are not sold through orders: send the visitor to the event’s `buy_url`.
   *
   * @throws {ProblemError} `capability_required`, `event_not_found`, `payments_unavailable`
   */
  tickets(id: string, options: CallOptions = {}): List<TicketTypeList, TicketType> {
    return this.calls.list(
      { method: 'GET', path: `/events/${encodeURIComponent(id)}/tickets` },
      options,
      (page) => page.ticket_types,
    );
  }
}

/** Operations of `client.tickets`. */
export class TicketsResource extends Resource {
  /**
   * List the ticket types of several events. `GET /tickets`
   *
   * What `GET /events/{id}/tickets` returns, for up to 20 events in one call. Each id is in exactly one of `events`, `missing` and `unavailable`.
   *
   * @throws {ProblemError} `capability_required`, `payments_unavailable`
   */
  list(query: TicketsListQuery, options: CallOptions = {}): List<EventTicketsList, EventTicketTypes> {
    return this.calls.list({ method: 'GET', path: '/tickets', query }, options, (page) => page.events);
  }
}

/** Operations of `client.categories`. */
export class CategoriesResource extends Resource {
  /**
   * List categories. `GET /categories`
   *
   * Categories with the number of upcoming events that `/events` lists for the key, most events first.
   *
   * @throws {ProblemError} `origin_not_allowed`
   */
  list(query: CategoriesListQuery = {}, options: CallOptions = {}): List<CategoryList, Category> {
    return this.calls.list({ method: 'GET', path: '/categories', query }, options, (page) => page.categories);
  }
}

/** Operations of `client.locations`. */
export class LocationsResource extends Resource {
  /**
   * List cities. `GET /locations`
   *
   * Cities with the number of upcoming events that `/events` lists for the key, most events first.
   *
   * @throws {ProblemError} `origin_not_allowed`
   */
  list(query: LocationsListQuery = {}, options: CallOptions = {}): List<LocationList, Location> {
    return this.calls.list({ method: 'GET', path: '/locations', query }, options, (page) => page.locations);
  }
}

/** Operations of `client.demo.events`. */
export class DemoEventsResource extends Resource {
  /**
   * List sample events. `GET /demo/events`
   *
   * Sample events without a key. `simulate` gives every sample event a status, or returns a 401 or 429 error.
   *
   * @throws {ProblemError} `invalid_cursor`
   */
  list(query: DemoEventsListQuery = {}, options: CallOptions = {}): List<EventList, Event> {
    return this.calls.list(
      { method: 'GET', path: '/demo/events', anonymous: true, query },
      options,
      (page) => page.events,
    );
  }

  /**
   * Read a sample event. `GET /demo/events/{id}`
   *
   * Ids of sample events begin with `evt_test_`. Any other id returns 404 `event_not_found`.
   *
   * @throws {ProblemError} `event_not_found`
   */
  get(id: string, query: DemoEventsGetQuery = {}, options: CallOptions = {}): Call<SingleEvent> {
    return this.calls.json(
      { method: 'GET', path: `/demo/events/${encodeURIComponent(id)}`, anonymous: true, query },
      options,
    );
  }
}

/** Operations of `client.demo.categories`. */
export class DemoCategoriesResource extends Resource {
  /**
   * List categories of the samples. `GET /demo/categories`
   *
   * Categories with the number of upcoming sample events, most events first.
   */
  list(query: DemoCategoriesListQuery = {}, options: CallOptions = {}): List<CategoryList, Category> {
    return this.calls.list(
      { method: 'GET', path: '/demo/categories', anonymous: true, query },
      options,
      (page) => page.categories,
    );
  }
}

/** Operations of `client.demo.locations`. */
export class DemoLocationsResource extends Resource {
  /**
   * List cities of the samples. `GET /demo/locations`
   *
   * Cities with the number of upcoming sample events, most events first.
   */
  list(query: DemoLocationsListQuery = {}, options: CallOptions = {}): List<LocationList, Location> {
    return this.calls.list(
      { method: 'GET', path: '/demo/locations', anonymous: true, query },
      options,
      (page) => page.locations,
    );
  }
}

/** Operations of `client.earnings`. */
export class EarningsResource extends Resource {
  /**
   * List what your sales earned. `GET /earnings`
   *
   * Newest first. `totals` cover everything that matches, in `currency`. A refund is a negative, `reversed` record. Buyers are never named.
   *
   * @throws {ProblemError} `invalid_cursor`
   */
  list(query: EarningsListQuery = {}, options: CallOptions = {}): List<EarningsList, Earning> {
    return this.calls.list({ method: 'GET', path: '/earnings', query }, options, (page) => page.earnings);
  }
}

/** Operations of `client.reports`. */
export class ReportsResource extends Resource {
  /**
   * Sum up what you earned. `GET /reports/earnings`
   *
   * The sums of the dashboard, by day, month, event, `sub_id` or country. A sale, refund or adjustment counts on the day of its `created_at`, in UTC.
   */
  earnings(query: ReportsEarningsQuery = {}, options: CallOptions = {}): List<EarningsReport, EarningsReportRow> {
    return this.calls.list({ method: 'GET', path: '/reports/earnings', query }, options, (page) => page.rows);
  }

  /**
   * Count looks, clicks, orders and sales. `GET /reports/funnel`
   *
   * The dashboard's funnel, by day, month, event, `sub_id` or country. Each step counts on the day on which it happened, in UTC. Signals carry no `sub_id`, so `impressions` and `clicks` are 0 under one.
   */
  funnel(query: ReportsFunnelQuery = {}, options: CallOptions = {}): List<FunnelReport, FunnelReportRow> {
    return this.calls.list({ method: 'GET', path: '/reports/funnel', query }, options, (page) => page.rows);
  }

  /**
   * Download a report as CSV. `GET /reports/{file}`
   *
   * Every row of `GET /reports/earnings` or `GET /reports/funnel`, with the same filters: up to 100,000. The first column is named after `by`. The funnel has a column `earned_EUR` for each currency, at the end.
   *
   * @throws {ProblemError} `file_not_found`
   */
  file(
    file: 'earnings.csv' | 'funnel.csv',
    query: ReportsFileQuery = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.calls.raw({ method: 'GET', path: `/reports/${encodeURIComponent(file)}`, query }, options);
  }
}

/** Operations of `client.settlements`. */
export class SettlementsResource extends Resource {
  /**
   * List your monthly statements. `GET /settlements`
   *
   * Up to 36, newest first, with the agreed terms. Read-only: no key can change how or where you are paid. A test key sees no statements, but can read the sample `stm_sample`: its lines, CSV, XLSX and PDF.
   */
  list(options: CallOptions = {}): List<SettlementsList, Settlement> {
    return this.calls.list({ method: 'GET', path: '/settlements' }, options, (page) => page.settlements);
  }

  /**
   * List the lines of a statement. `GET /settlements/{id}/lines`
   *
   * The same records as `GET /earnings`, as they were when the statement was written.
   *
   * @throws {ProblemError} `invalid_cursor`, `settlement_not_found`
   */
  lines(id: string, query: SettlementsLinesQuery = {}, options: CallOptions = {}): List<SettlementLines, Earning> {
    return this.calls.list(
      { method: 'GET', path: `/settlements/${encodeURIComponent(id)}/lines`, query },
      options,
      (page) => page.lines,
    );
  }

  /**
   * Download a statement. `GET /settlements/{file}`
   *
   * `file` is the id of a statement with `.csv`, `.xlsx` or `.pdf`. All add up to the amount of the statement. In XLSX, texts such as a `sub_id` of `00123` stay texts, and amounts are numbers.
   *
   * @throws {ProblemError} `settlement_not_found`
   */
  file(file: string, options: CallOptions = {}): Promise<Response> {
    return this.calls.raw({ method: 'GET', path: `/settlements/${encodeURIComponent(file)}` }, options);
  }
}

/** Operations of `client.feeds`. */
export class FeedsResource extends Resource {
  /**
   * Read events as a feed. `GET /feeds/{file}`
   *
   * `file` is one of events.json, events.rss, events.xml, events.csv, events.ics. The same events, filters and rights as `GET /events`; the key never appears in the response.
   *
   * @throws {ProblemError} `origin_not_allowed`, `file_not_found`
   */
  get(
    file: 'events.json' | 'events.rss' | 'events.xml' | 'events.csv' | 'events.ics',
    query: FeedsGetQuery = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.calls.raw({ method: 'GET', path: `/feeds/${encodeURIComponent(file)}`, query }, options);
  }
}

/** Operations of `client.bulk`. */
export class BulkResource extends Resource {
  /**
   * Download a bulk file. `GET /bulk/{file}`
   *
   * Every event that a saved subscription covers, gzipped: `<subscription id>.ndjson.gz` (one Event per line, as `GET /events` returns it) or `<subscription id>.csv.gz`. You can get a full file at most every 15 minutes per subscription. With `changed_since`, the file contains only what changed; in NDJSON, events to take down are lines with `object`=`withdrawn`, `id` and `withdrawn_at`. The file is one gzip member, so a part of it is not valid gzip. Use `Range` to resume a download. We build the file while you wait; if that takes too long, you get 503 `busy` with `Retry-After`.
   *
   * @throws {ProblemError} `capability_required`, `file_not_found`, `range_not_satisfiable`, `bulk_too_soon`
   */
  get(file: string, query: BulkGetQuery = {}, options: CallOptions = {}): Promise<Response> {
    return this.calls.raw({ method: 'GET', path: `/bulk/${encodeURIComponent(file)}`, query }, options);
  }
}

/** Operations of `client.offers`. */
export class OffersResource extends Resource {
  /**
   * List card-linked offers. `GET /offers`
   *
   * The events of `GET /events?commissioned=true`, each with its reward, its limits and your tracked link. A live key needs the capability CARD_LINKED_OFFERS; a test key gets sample offers.
   *
   * @throws {ProblemError} `invalid_cursor`, `capability_required`
   */
  list(query: OffersListQuery = {}, options: CallOptions = {}): List<OfferList, Offer> {
    return this.calls.list({ method: 'GET', path: '/offers', query }, options, (page) => page.offers);
  }
}

/** Operations of `client.mcp`. */
export class McpResource extends Resource {
  /**
   * Describe the assistant tools. `GET /mcp`
   *
   * With a website or test key in the parameter `key`; any other GET is 405.
   *
   * @throws {ProblemError} `origin_not_allowed`, `method_not_allowed`
   */
  get(query: McpGetQuery, options: CallOptions = {}): Call<AssistantServer> {
    return this.calls.json({ method: 'GET', path: '/mcp', query }, options);
  }

  /**
   * Call a tool. `POST /mcp`
   *
   * The Model Context Protocol over stateless HTTP, or a single `tools/call` without a handshake. Without a key the tools return sample events. You can send a website or test key in the parameter `key`. Errors of a tool are results with `isError`.
   *
   * @throws {ProblemError} `origin_not_allowed`
   */
  call(body: RpcMessage | RpcMessage[], options: CallOptions = {}): Call<RpcAnswer | RpcAnswer[]> {
    return this.calls.json({ method: 'POST', path: '/mcp', body }, options);
  }
}

/** Operations of `client.orders`. */
export class OrdersResource extends Resource {
  /**
   * Hold tickets and get the payment link. `POST /orders`
   *
   * Send an `Idempotency-Key` header (8 to 80 letters, digits, `_`, `-`). The same key returns the same order, with `Idempotency-Replayed: true`, and never holds tickets twice. Tickets are held for about 30 minutes.
   *
   * @throws {ProblemError} `idempotency_key_required`, `idempotency_key_invalid`, `unknown_event`, `unknown_ticket_type`, `quantity_over_limit`, `capability_required`, `tickets_unavailable`, `sales_not_open`, `sales_ended`, `event_not_on_sale`, `free_ticket`, `idempotency_key_reused`, `idempotency_in_progress`, `payments_unavailable`
   */
  create(body: NewOrder, options: OrderOptions = {}): Call<Order> {
    return this.calls.json({ method: 'POST', path: '/orders', body }, options);
  }

  /**
   * List your orders. `GET /orders`
   *
   * Newest first, from the API and from buy links. With `changed_since`, every order that was made or changed after that instant, by change, without gaps. Never returns the buyer’s name or email.
   *
   * @throws {ProblemError} `invalid_cursor`
   */
  list(query: OrdersListQuery = {}, options: CallOptions = {}): List<OrderList, Order> {
    return this.calls.list({ method: 'GET', path: '/orders', query }, options, (page) => page.orders);
  }

  /**
   * Read an order. `GET /orders/{id}`
   *
   * Never returns the buyer’s name or email. `checkout_url` is present only while the order awaits payment.
   *
   * @throws {ProblemError} `capability_required`, `order_not_found`
   */
  get(id: string, options: CallOptions = {}): Call<Order> {
    return this.calls.json({ method: 'GET', path: `/orders/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Release a hold early. `POST /orders/{id}/cancel`
   *
   * You can only cancel an order that awaits payment. Cancelling it again returns the same order.
   *
   * @throws {ProblemError} `capability_required`, `order_not_found`, `order_not_open`
   */
  cancel(id: string, options: CallOptions = {}): Call<Order> {
    return this.calls.json({ method: 'POST', path: `/orders/${encodeURIComponent(id)}/cancel` }, options);
  }
}

/** Operations of `client.signals`. */
export class SignalsResource extends Resource {
  /**
   * Send a browser signal. `POST /track`
   *
   * Counts in your statistics, never towards a reward. A `text/plain` body is read as JSON, for `sendBeacon`. We store nothing about the visitor.
   *
   * @throws {ProblemError} `signal_type_refused`, `server_key_refused`
   */
  track(body: Signal, options: CallOptions = {}): Call<void> {
    return this.calls.json({ method: 'POST', path: '/track', anonymous: true, body }, options);
  }
}

/** Operations of `client.oauth`. */
export class OauthResource extends Resource {
  /**
   * Get an access token. `POST /oauth/token`
   *
   * OAuth 2.0 client credentials. The client authenticates with HTTP Basic or with `client_id` and `client_secret` in the body, not both. The token lasts an hour; get the next one a minute before. The limit is 30 tokens a minute for each client.
   */
  token(body: TokenRequest, options: CallOptions = {}): Call<TokenAnswer> {
    return this.calls.json({ method: 'POST', path: '/oauth/token', anonymous: true, form: body }, options);
  }

  /**
   * Revoke an access token. `POST /oauth/revoke`
   *
   * Revokes a token of your client at once. Returns 200 whether or not the token existed. A token of another client stays valid.
   */
  revoke(body: RevokeRequest, options: CallOptions = {}): Call<Record<string, unknown>> {
    return this.calls.json({ method: 'POST', path: '/oauth/revoke', anonymous: true, form: body }, options);
  }
}
