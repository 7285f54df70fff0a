// Written by `npm run client-types` from the OpenAPI document. Do not edit.

/** Fields of every list except its items. */
export interface ListAnswer {
  object: 'list';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
  /** Notices about this response, each `code: sentence`, such as `unknown_place: …`. Absent when there are none. */
  notices?: string[];
}

/** Fields of every webhook body. */
export interface Delivered {
  /** Identifier of the change. The same at each of your webhooks, and for each attempt. */
  id: string;
  /** When the change was made. */
  created_at: string;
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
}

/** The assistant endpoint and its tools. */
export interface AssistantServer {
  object: 'assistant_server';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
  /** Name of the server, for programs. */
  name: string;
  /** Name of the server, for people. */
  title: string;
  /** Version of the server. */
  version: string;
  /** Instructions for the assistant. */
  instructions: string;
  /** Where to send calls. */
  endpoint: string;
  /** Supported revisions of the Model Context Protocol. */
  protocol_versions: string[];
  /** The tools, as `tools/list` returns them. */
  tools: {
    /** Name of the tool, for `tools/call`. */
    name: string;
    /** Name of the tool, for people. */
    title: string;
    /** What the tool does, for the assistant. */
    description: string;
    /** JSON Schema of its arguments. */
    inputSchema: Record<string, unknown>;
    /** JSON Schema of its results. */
    outputSchema: Record<string, unknown>;
    /** Hints of the protocol: every tool is read-only. */
    annotations: Record<string, unknown>;
  }[];
}

/** A kind of event, with a count. */
export interface Category {
  /** Identifier of the category; usable as the `category` filter. */
  id: string;
  /** Name for people, in the language of `locale`. */
  name: string;
  /** Number of upcoming events you may show in it. */
  events: number;
}

/** Categories with counts. */
export interface CategoryList extends ListAnswer {
  /** Categories, most events first. */
  categories: Category[];
}

/** What a sale, a refund or an adjustment earned. It never contains anything about the buyer. */
export interface Earning {
  /** Identifier of the sale. A sale and its refunds share it. */
  sale_id: string;
  /** The event that was sold. Null for an adjustment. */
  event_id: string | null;
  /** The tickets' own price, without fees and tax, in `currency`. Negative when reversed. Null when the tickets were sold in another currency than the commission, and for an adjustment. */
  transaction_value: number | null;
  /** What you earn, in `currency`. Negative when a refund reversed it. */
  commission: number;
  /** Currency of both amounts, as an ISO 4217 code. */
  currency: string;
  /** `pending` until 48 hours after the event ended, then `approved`, 7 days later `ready`, and `paid` with its statement. `reversed` is final. */
  status: 'pending' | 'approved' | 'ready' | 'paid' | 'reversed';
  /** Why it has this status, such as `awaiting_event`, `under_review`, `refund` or `chargeback`. Null when nothing is to be said. */
  reason: string | null;
  /** When the sale was paid, or the refund or adjustment made. */
  created_at: string;
  /** True for sales made with a test key. */
  test: boolean;
  /** Your own click id from the buy link or order that led to the sale. A refund carries that of its sale. Null when you sent none. */
  sub_id: string | null;
  /** Identifier of this record. */
  id: string;
  /** `sale`, a `refund` of part of a sale or of one already on a statement, or an `adjustment` we made. */
  kind: 'sale' | 'refund' | 'adjustment';
  /** The statement that contains it. Null until it is on one. */
  settlement_id: string | null;
  /** When a pending sale will be approved, as the event stands now. Null for other statuses, and while the event is postponed. */
  approves_at: string | null;
  /** The order that was paid. A refund carries that of its sale. Null for an adjustment without a sale. */
  order_id: string | null;
}

export interface EarningChange {
  /** The earning as it is now. */
  earning: Earning;
}

/** The body of `earnings.changed`. */
export interface EarningsChanged extends Delivered {
  type: 'earnings.changed';
  /** What changed. */
  data: EarningChange;
}

/** A page of earnings, with totals. */
export interface EarningsList {
  object: 'earnings';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
  /** Currency of the totals: your company's, or the one you asked for. */
  currency: string;
  /** Sums of `commission` by status over everything that matches, on every page. */
  totals: {
    /** Sum of what is pending. */
    pending: number;
    /** Sum of what is approved. */
    approved: number;
    /** Sum of what the next statement will contain. */
    ready: number;
    /** Sum of what was paid. */
    paid: number;
    /** Sum of what was reversed; zero or negative. */
    reversed: number;
  };
  /** A page of earnings, newest first. */
  earnings: Earning[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next: string | null;
  /** Notices about this response, each `code: sentence`, such as `unknown_place: …`. Absent when there are none. */
  notices?: string[];
}

/** What was earned, by day, month, event, click id or country. */
export interface EarningsReport extends ListAnswer {
  /** What a row stands for. */
  by: 'day' | 'month' | 'event' | 'sub_id' | 'country';
  /** First day, in UTC. */
  from: string;
  /** Last day, included. */
  to: string;
  /** One for each key and currency, without those with nothing: days and months newest first, others by `sales`, at most 1,000. The CSV has all. */
  rows: EarningsReportRow[];
  /** Sums of everything that matches, by currency, also of rows that are not shown. */
  totals: EarningsReportTotal[];
}

/** What was earned on a day, with an event and so on, in one currency. */
export interface EarningsReportRow extends EarningsReportTotal {
  /** The day (`2026-11-28`), month (`2026-11`), event id, `sub_id` or country. Null: none of them. */
  key: string | null;
  /** Name of the event, `by=event` only. */
  name: string | null;
}

/** What was earned in a currency. */
export interface EarningsReportTotal {
  /** Currency of the amounts, as an ISO 4217 code. */
  currency: string;
  /** Sales, without those that were reversed before they were on a statement. */
  sales: number;
  /** All sales. */
  sold: number;
  /** Of `sold`: reversed as a whole. */
  reversed_sales: number;
  /** What was earned: sales, less refunds, with adjustments. Sales reversed before they were on a statement count nothing. */
  earned: number;
  /** Sum of what is pending. */
  pending: number;
  /** Sum of what is approved. */
  approved: number;
  /** Sum of what the next statement will contain. */
  ready: number;
  /** Sum of what was paid. */
  paid: number;
  /** Sum of what was reversed; zero or negative. */
  reversed: number;
}

/** A live event that you may show. */
export interface Event {
  /** Identifier of the event. Use it exactly as given. Sample events begin with `evt_test_`. */
  id: string;
  /** Name of the event. Sample events begin with `TEST EVENT — NO REAL MONEY`. */
  name: string;
  /** Where the event stands. `rescheduled`: it has a new date. `postponed`: the new date is not known yet. `cancelled` and `completed` are final. */
  status: 'scheduled' | 'postponed' | 'rescheduled' | 'cancelled' | 'sold_out' | 'completed';
  /** Exact start, in UTC. Null when the organizer gave only a date. */
  starts_at: string | null;
  /** Exact end, in UTC. Null when the organizer gave none. */
  ends_at: string | null;
  /** The day of the event, as the venue calls it. */
  date: string;
  /** IANA time zone of the venue, such as `Europe/Berlin`. Null when unknown. */
  timezone: string | null;
  /** Where the event takes place. */
  location: {
    /** Name of the venue. Null when the organizer gave none. */
    venue: string | null;
    /** Identifier of the venue; usable as the `venue_id` filter. The same for all events of an organizer at this venue. Null when `venue` is. */
    venue_id: string | null;
    /** Street address, in the form the organizer wrote it. Null when unknown. */
    address: string | null;
    /** City name; usable as the `city` filter. Null when unknown. */
    city: string | null;
    /** Two-letter ISO 3166 code in capitals, such as `DE`. Null when unknown. */
    country: string | null;
    /** Latitude in degrees (WGS 84). Null when unknown. */
    lat: number | null;
    /** Longitude in degrees (WGS 84). Null when unknown. */
    lng: number | null;
  };
  /** Address of a picture to show with the event. Null when there is none. */
  image: string | null;
  /** Kind of event; usable as the `category` filter. Null when unknown. */
  category: string | null;
  /** Who performs. Empty when unknown. */
  performers: {
    /** Identifier of the performer; usable as the `performer_id` filter. The same for all events of an organizer with this performer. */
    id: string;
    /** Name of the performer. */
    name: string;
  }[];
  /** Prices, availability and the link to buy. */
  tickets: {
    /** Lowest price a buyer pays for one ticket, fees and tax included. Null when the price is unknown. */
    from: number | null;
    /** Highest price a buyer pays for one ticket, fees and tax included. Null when the price is unknown. */
    to: number | null;
    /** Currency of `from` and `to`, as an ISO 4217 code. Null when unknown. */
    currency: string | null;
    /** Whether tickets can be bought now. `limited`: 10 tickets or a tenth are left. `not_on_sale`: sales have not started, are closed, or the event is postponed or cancelled. `ended`: the event is over. */
    availability: 'available' | 'limited' | 'sold_out' | 'not_on_sale' | 'ended';
    /** When the first tickets go on sale, in UTC. Absent when some have no such time: they are on sale already. */
    sales_from?: string;
    /** When the sale of the last tickets ends, in UTC. Absent when some are sold until the event. */
    sales_until?: string;
    /** Link to the tickets. Use it exactly as given: it carries your attribution. You may append `sub_id`. */
    buy_url: string;
  };
  /** What a sale of yours earns. */
  earn: {
    /** Whether a sale through `buy_url` earns a reward now. The other fields are absent when it is false. */
    eligible: boolean;
    /** Fixed reward for each eligible ticket, in `currency`. Absent when the reward is a share. */
    amount?: number;
    /** Share of the price of each eligible ticket, without fees: `10` means 10 %. Absent when the reward is fixed. */
    percent?: number;
    /** Currency of the reward, as an ISO 4217 code. */
    currency?: string;
    /** The reward in the words of the organizer. Absent when it gave none. */
    description?: string;
  };
  /** Whether the organizer lets the event be shared further, for example on social media. */
  can_share: boolean;
  /** Public page of the event, without your attribution. */
  url: string;
  /** Ready-made words for a card. For display only, never for accounting. */
  display: {
    /** One or two sentences about the event. Null when there are none. */
    short_description: string | null;
    /** The date and time as text, in the time zone of the venue. Online events, and times in UTC, name their offset: `20:00 UTC+2`. */
    date_label: string;
    /** The price range as text. */
    price_label: string;
  };
  /** Who puts the event on. */
  organizer: {
    /** Name of the organizer. Null when it is not public. */
    name: string | null;
    /** Whether we have verified who the organizer is. */
    verified: boolean;
  };
  /** True for sample events. */
  test: boolean;
  /** When what you see of the event last changed. Send the latest one as `changed_since` to get later changes. It can lie a few minutes ahead of the clock after many events changed at once. */
  updated_at: string;
  /** When tickets were last held, sold or returned. Null when we do not sell the tickets. */
  inventory_updated_at: string | null;
}

/** The body of `event.changed`. */
export interface EventChanged extends Delivered {
  type: 'event.changed';
  /** What changed. */
  data: EventChange;
}

/** A page of events. */
export interface EventList extends ListAnswer {
  /** A page of events: in the order of `sort`, the soonest first without it, with `changed_since` the earliest change first, or with `ids` in the order you asked. */
  events: Event[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next: string | null;
  /** Present only with `ids`: those of them that are no events you may show, in the order you asked. */
  missing?: string[];
  /** With `changed_since`: events withdrawn after it, oldest first, and on the first page only. At most 500: when you get 500, call again with `changed_since` set to the last `withdrawn_at`, until you get fewer. Always empty for a test key. With `ids`: those of them that were withdrawn, in the order you asked. Absent otherwise. */
  withdrawn?: Withdrawn[];
}

export interface EventShown {
  /** The event as it is now: show it or update it. */
  event: Event;
}

/** The paid ticket types of one of several events. */
export interface EventTicketTypes {
  /** The event. */
  event_id: string;
  /** Its paid ticket types. Free tickets are left out. */
  ticket_types: TicketType[];
}

/** The paid ticket types of several events. */
export interface EventTicketsList extends ListAnswer {
  /** The events with their ticket types, in the order you asked. */
  events: EventTicketTypes[];
  /** Ids that are no events you may show, in the order you asked. */
  missing: string[];
  /** Events whose organizer cannot take card payments yet, in the order you asked. Use their `buy_url`. */
  unavailable: string[];
}

export interface EventWithdrawn {
  /** Stop showing this event and remove its `buy_url`. */
  withdrawn: Withdrawn;
}

/** From a look to a sale, by day, month, event, click id or country. */
export interface FunnelReport extends ListAnswer {
  /** What a row stands for. */
  by: 'day' | 'month' | 'event' | 'sub_id' | 'country';
  /** First day, in UTC. */
  from: string;
  /** Last day, included. */
  to: string;
  /** Those on which something happened: days and months newest first, others by sales, at most 1,000. The CSV has all. */
  rows: FunnelReportRow[];
  /** Sums of everything that matches, also of rows that are not shown. */
  total: {
    /** Signals of your pages of the type `impression`. */
    impressions: number;
    /** Signals of your pages of the type `event_click`. */
    clicks: number;
    /** Buy pages opened through your links. */
    checkouts: number;
    /** Orders through your links. */
    holds: number;
    /** Paid orders through your links. */
    sales: number;
    /** Orders of `POST /orders`. */
    api_orders: number;
    /** Paid orders of `POST /orders`. */
    api_sales: number;
    /** What the sales earned, less refunds, by currency. Empty where nothing was earned. */
    earned: {
      /** Currency of `amount`, as an ISO 4217 code. */
      currency: string;
      /** In `currency`. */
      amount: number;
    }[];
  };
  /** Opened buy links whose `sub_id` was not valid. Their sales are credited to you without one. */
  dropped_sub_ids: number;
}

/** What happened on a day, with an event and so on. */
export interface FunnelReportRow {
  /** The day (`2026-11-28`), month (`2026-11`), event id, `sub_id` or country. Null: none of them. */
  key: string | null;
  /** Name of the event, `by=event` only. */
  name: string | null;
  /** Signals of your pages of the type `impression`. */
  impressions: number;
  /** Signals of your pages of the type `event_click`. */
  clicks: number;
  /** Buy pages opened through your links. */
  checkouts: number;
  /** Orders through your links. */
  holds: number;
  /** Paid orders through your links. */
  sales: number;
  /** Orders of `POST /orders`. */
  api_orders: number;
  /** Paid orders of `POST /orders`. */
  api_sales: number;
  /** What the sales earned, less refunds, by currency. Empty where nothing was earned. */
  earned: {
    /** Currency of `amount`, as an ISO 4217 code. */
    currency: string;
    /** In `currency`. */
    amount: number;
  }[];
}

/** A city that has events, with a count. */
export interface Location {
  /** City name; usable as the `city` filter. */
  city: string;
  /** Two-letter ISO 3166 code in capitals. Null when unknown. */
  country: string | null;
  /** Number of upcoming events you may show there. */
  events: number;
}

/** Cities with counts. */
export interface LocationList extends ListAnswer {
  /** Cities, most events first. */
  locations: Location[];
}

/** An order to place. Unknown fields are refused. */
export interface NewOrder {
  /** Identifier of the event, exactly as `/events` gave it. */
  event_id: string;
  /** Identifier of the ticket type, from `/events/{id}/tickets`. Required unless you send `lines`. */
  ticket_type_id?: string;
  /** How many tickets, up to `max_per_order`. Only with `ticket_type_id`. */
  quantity?: number;
  /** Tickets of several types, instead of `ticket_type_id` and `quantity`: each type once, all in one currency, at most 20 tickets in all. All of them are held, or none. */
  lines?: NewOrderLine[];
  /** Where the tickets are sent. Its domain may be in any script. Invisible characters and blanks around it are removed. Never returned by the API. */
  buyer_email: string;
  /** Name of the buyer, without control characters. Invisible characters are removed. Never returned by the API. */
  buyer_name: string;
  /** Your own click id: 1 to 100 of `A-Z a-z 0-9 . _ ~ -`. It comes back on the order, the earning and postbacks. */
  sub_id?: string;
  /** Where the order page leads back to after payment, cancellation or expiry: https, on a domain of one of your website keys. We append `order_id` and `status`. */
  return_url?: string;
}

/** Tickets of one type to order. */
export interface NewOrderLine {
  /** Identifier of the ticket type, from `/events/{id}/tickets`. */
  ticket_type_id: string;
  /** How many tickets of this type, up to its `max_per_order`. */
  quantity?: number;
}

/** An error of the OAuth endpoints (RFC 6749). */
export interface OAuthError {
  /** `invalid_request`, `invalid_client`, `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`; `temporarily_unavailable` and `server_error` when the fault is ours. */
  error: string;
  /** What went wrong with this request. */
  error_description: string;
  /** Identifier of the request. Quote it to support. */
  request_id: string;
}

/** An event that pays a reward, shaped for card-linked and cash-back programmes. */
export interface Offer {
  object: 'offer';
  /** Identifier of the offer: that of the event with `ofr_` for `evt_`. An event has one offer. */
  id: string;
  /** Identifier of the event. */
  event_id: string;
  /** Name of the event. */
  title: string;
  /** Who sells the tickets. */
  merchant: {
    /** Name of the organizer. Null when it is not public. */
    name: string | null;
    merchant_of_record: 'organizer';
    /** Always null: each organizer's own payment account charges the card. */
    statement_descriptor: string | null;
    /** Whether we have verified who the organizer is. */
    verified: boolean;
  };
  /** Where the event takes place. */
  destination: {
    /** Name of the venue. Null when the organizer gave none. */
    venue: string | null;
    /** Identifier of the venue; usable as the `venue_id` filter. The same for all events of an organizer at this venue. Null when `venue` is. */
    venue_id: string | null;
    /** Street address, in the form the organizer wrote it. Null when unknown. */
    address: string | null;
    /** City name; usable as the `city` filter. Null when unknown. */
    city: string | null;
    /** Two-letter ISO 3166 code in capitals, such as `DE`. Null when unknown. */
    country: string | null;
    /** Latitude in degrees (WGS 84). Null when unknown. */
    lat: number | null;
    /** Longitude in degrees (WGS 84). Null when unknown. */
    lng: number | null;
  };
  /** Which purchases earn the reward. */
  eligible: {
    /** First day on which eligible tickets are sold, as the venue counts days. */
    purchase_from: string;
    /** Last day on which eligible tickets are sold, included. */
    purchase_until: string;
    /** The day of the event, as the venue calls it. */
    event_date: string;
    /** Exact start, in UTC. Null when the organizer gave only a date. */
    starts_at: string | null;
  };
  /** What a ticket costs, fees and tax included. */
  price: {
    /** Lowest price of a ticket. Null when unknown. */
    from: number | null;
    /** Highest price of a ticket. Null when unknown. */
    to: number | null;
    /** Currency of both, as an ISO 4217 code. Null when unknown. */
    currency: string | null;
  };
  /** What a purchase earns you. It is paid to your account; passing it on is your own programme. */
  reward: {
    /** `flat`: a fixed `amount` a ticket. `percent`: a share of its price. */
    kind: 'flat' | 'percent';
    /** For `flat`: the reward for each eligible ticket, in `currency`. */
    amount?: number;
    /** For `percent`: the share of each eligible ticket's own price, without fees and tax. `10` means 10 %. */
    percent?: number;
    /** Currency of the reward, as an ISO 4217 code. */
    currency?: string;
    /** The reward as text. */
    description: string;
    funded_by: 'organizer';
    paid_to: 'partner';
  };
  /** How much the organizer still pays. Both numbers move with every sale. */
  limits: {
    /** What is left of the organizer's budget, in `reward.currency`. Null when the organizer set no limit. */
    budget_remaining: number | null;
    /** How many more orders of one ticket the budget pays for. Null without a limit, and when the reward is a share. */
    orders_remaining: number | null;
  };
  /** Sentences to show with the offer. They also say when no tickets are sold at the moment. */
  rules: string[];
  /** How a customer takes up the offer. */
  activation: {
    method: 'link';
    /** Your tracked buy link for the event. You may append `sub_id`. */
    url: string;
  };
  /** How a purchase is attributed to you. */
  matching: {
    /** Always true: purchases through `activation.url` are yours. */
    link_attribution: boolean;
    /** Always false: card transactions are not matched. */
    card_transactions: boolean;
    /** The same as a sentence. */
    note: string;
  };
  /** Where the reward shows up. */
  settlement: {
    report: '/v1/earnings';
    webhook: 'earnings.changed';
    /** When a reward is paid, as a sentence. */
    available: string;
  };
  commercial_model: 'CARD_LINKED';
  /** Public page of the event, without your attribution. */
  event_url: string;
  /** True for sample offers. */
  test: boolean;
  /** When what you see of the event last changed. */
  updated_at: string;
}

/** A page of offers. */
export interface OfferList extends ListAnswer {
  /** A page of offers, in the order of `/events`. */
  offers: Offer[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next: string | null;
}

/** Tickets held or sold through the API. It never contains the buyer’s name or e-mail address. */
export interface Order {
  object: 'order';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode?: 'test' | 'live';
  /** Identifier of the order. */
  id: string;
  /** The event the tickets are for. */
  event_id: string;
  /** Number of tickets: the sum of `lines`. */
  quantity: number;
  /** The ordered tickets by type, in the order in which you sent them. An order of one type has one line. */
  lines: OrderLine[];
  /** What the buyer pays for all tickets, fees and tax included, in `currency`. */
  total: number | null;
  /** Currency of `total`, as an ISO 4217 code. */
  currency: string | null;
  /** `awaiting_payment` while the tickets are held. `expired`: the hold ended unpaid; the tickets are free again. `test`: the paid state of a sandbox order. */
  status: 'awaiting_payment' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'partially_refunded' | 'test';
  /** Your own click id, as you sent it. Null when you sent none. */
  sub_id: string | null;
  /** Our payment page. Open it for the buyer. Present only while the order awaits payment. */
  checkout_url?: string;
  /** When the payment page closes, about 30 minutes after the order was made. */
  expires_at?: string;
  /** When the order was made. */
  created_at: string;
  /** True for sandbox orders. No real money moves. */
  test: boolean;
  /** When it last changed, by our server’s clock. Send the last one you read as `changed_since`. */
  updated_at: string;
  /** 1 for a new order. It grows with each change: keep the order with the larger version. */
  version: number;
}

export interface OrderChange {
  /** The order as it is now. */
  order: Order;
}

/** The body of `order.changed`. */
export interface OrderChanged extends Delivered {
  type: 'order.changed';
  /** What changed. */
  data: OrderChange;
}

/** Tickets of one type in an order. */
export interface OrderLine {
  /** Identifier of the ticket type. */
  ticket_type_id: string;
  /** Number of tickets of this type. */
  quantity: number;
}

/** A page of orders. */
export interface OrderList {
  object: 'list';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
  /** A page of orders: the newest first, or with `changed_since` by change. */
  orders: Order[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next: string | null;
}

/** An error (RFC 9457). */
export interface Problem {
  /** Address of a page that explains `code`. */
  type: string;
  /** What went wrong, in general. The same for every problem with this `code`. */
  title: string;
  /** The HTTP status of the answer. */
  status: number;
  /** What went wrong with this request. */
  detail: string;
  /** Identifier of the request. Quote it to support. */
  request_id: string;
  /** What went wrong, for programs. New codes may be added. */
  code: string;
  /** The methods this address has. Only with status 405. */
  allowed?: string[];
  /** The parameters or fields at fault, at most 20. Present when there are any. */
  errors?: {
    /** Name of the parameter or field. Parts of a path are joined by dots. */
    field: string;
    /** What is wrong with it, to be read after the name. */
    message: string;
  }[];
}

/** Which token to revoke, and who you are. */
export interface RevokeRequest {
  /** The access token to revoke. */
  token: string;
  /** Ignored: there is only one type. */
  token_type_hint?: string;
  /** With `client_secret`, unless both are sent as HTTP Basic. */
  client_id?: string;
  /** The secret of the client, unless it is sent as HTTP Basic. */
  client_secret?: string;
}

/** A JSON-RPC 2.0 response. */
export interface RpcAnswer {
  jsonrpc: '2.0';
  /** The `id` of the message. Null when it could not be read. */
  id: string | number | null;
  /** For `tools/call`: `content` as text, `structuredContent` as the REST endpoints return it, and `isError`. */
  result?: Record<string, unknown>;
  /** Why there is no `result`. */
  error?: {
    /** Error code of JSON-RPC or of the protocol. */
    code: number;
    /** What went wrong. */
    message: string;
    /** More about it, if known. */
    data?: unknown;
  };
}

/** A JSON-RPC 2.0 message. */
export interface RpcMessage {
  jsonrpc: '2.0';
  /** Returned with the response. Without it the message is a notification, and the status is 202. */
  id?: string | number;
  /** `tools/call`, `tools/list`, `initialize`, `server/discover`, … */
  method: string;
  /** For `tools/call`: `name` and `arguments`. */
  params?: Record<string, unknown>;
}

/** A monthly statement. */
export interface Settlement {
  /** Identifier of the statement. */
  id: string;
  /** First day of the month, in UTC. */
  period_start: string;
  /** First day of the next month, which is not included. */
  period_end: string;
  /** The day the payment is due: `period_end` and the agreed `netDays`. */
  due_on: string;
  /** Net of refunds, in `currency`. For a carried statement, the amount that moved to the next month. */
  amount: number;
  /** Currency of `amount`, as an ISO 4217 code. */
  currency: string;
  /** Number of lines. Read them at `/settlements/{id}/lines`. */
  lines: number;
  /** `carried`: under the minimum, so it moved to the next month. `issued`, then `paying` from `due_on`, then `paid`. `failed`: the transfer did not go through. `void`: replaced; its lines are ready again. */
  status: 'carried' | 'issued' | 'paying' | 'paid' | 'failed' | 'void';
  /** How it is paid. */
  method: 'processor_transfer' | 'bank_transfer';
  /** The agreement's reference, such as a purchase order. Null when there is none. */
  reference: string | null;
  /** The payment processor's transfer id or the bank's wire reference. Null until it is paid. */
  payment_reference: string | null;
  /** When the statement was written. */
  issued_at: string;
  /** When it was paid. Null until then. */
  paid_at: string | null;
  /** When its status or its payment last changed. */
  updated_at?: string;
  /** Sums of the lines by kind, in `currency`. */
  totals?: SettlementTotals;
  /** VAT, which is paid with `amount`. Absent: no VAT is agreed, or the statement is carried. */
  vat?: SettlementVat;
}

export interface SettlementChange {
  /** The statement as it is now. */
  settlement: Settlement;
}

/** The body of `settlement.changed`. */
export interface SettlementChanged extends Delivered {
  type: 'settlement.changed';
  /** What changed. */
  data: SettlementChange;
}

/** A page of a statement's lines. */
export interface SettlementLines {
  object: 'list';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
  /** The statement. */
  settlement: Settlement;
  /** A page of its lines, as they were when it was written. */
  lines: Earning[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next: string | null;
}

/** How and when you are paid, as agreed with us. */
export interface SettlementTerms {
  /** How statements are paid. */
  method: 'processor_transfer' | 'bank_transfer';
  /** Days from the end of the month to the payment. */
  netDays: number;
  /** Least amount that is paid. It counts in each currency; less is carried to the next month. */
  minimum: number;
  /** The agreement's reference, such as a purchase order. Null when there is none. */
  reference: string | null;
}

/** Sums of the lines by kind. Together they are the `amount`. */
export interface SettlementTotals {
  /** Sum of the lines of kind `sale`. */
  sales: number;
  /** Sum of the lines of kind `refund`; zero or negative. */
  refunds: number;
  /** Sum of the lines of kind `adjustment`. */
  adjustments: number;
}

/** VAT of a statement, as agreed with us when it was issued. */
export interface SettlementVat {
  /** `rate`: VAT is added. `reverse_charge`: none is added, and `note` says why. `none`: none is added. */
  treatment: 'none' | 'rate' | 'reverse_charge';
  /** Percent of `base`. Null unless the treatment is `rate`. */
  rate: number | null;
  /** What `rate` applies to: the lines, without payments that came back and are paid again. */
  base: number;
  /** The VAT, in the currency of the statement. */
  amount: number;
  /** What is paid: the statement's `amount` and the VAT. */
  total: number;
  /** True: the statement is also the invoice, which we issue in your name. */
  self_billing: boolean;
  /** A sentence that the PDF prints. */
  note: string | null;
}

/** Your terms and latest statements. */
export interface SettlementsList extends ListAnswer {
  /** The agreed terms. Null when none are agreed. */
  terms: SettlementTerms | null;
  /** Your statements, newest first. Always empty for a test key. */
  settlements: Settlement[];
}

/** What a visitor saw or did. Unknown fields are refused. */
export interface Signal {
  /** `impression`: events were shown. `event_view`: one was opened. `event_click`: its buy link was clicked. */
  type: 'impression' | 'event_view' | 'event_click';
  /** Required for `event_view` and `event_click`; exactly as `/events` gave it. */
  event_id?: string;
  /** A website key or test key, never a server key. */
  key?: string;
  /** `impression` only: how many events were shown. */
  shown?: number;
  /** A random id per page load, so that repeats count once. */
  view?: string;
}

/** One event. */
export interface SingleEvent {
  object: 'event';
  /** `test`: sample data, for test keys and the sandbox. `live`: real events and real money. */
  mode: 'test' | 'live';
  /** The event. */
  event: Event;
}

/** A kind of paid ticket of one event. */
export interface TicketType {
  /** Identifier of the ticket type. Send it as `ticket_type_id`. */
  id: string;
  /** Name of the ticket type. */
  name: string;
  /** The ticket's own price, without fees and tax, in `currency`. */
  price: number;
  /** What the buyer pays for one ticket, fees and tax included. Show this number. */
  total_per_ticket: number;
  /** Currency of both prices, as an ISO 4217 code. */
  currency: string;
  /** Largest `quantity` one order may have. */
  max_per_order: number;
  /** Whether you can order it now: sales are open and tickets are left. */
  available: boolean;
  /** Whether tickets of this type are sold now, not yet, or no longer. */
  sales: 'open' | 'not_yet' | 'ended';
}

/** The paid ticket types of an event. */
export interface TicketTypeList extends ListAnswer {
  /** The event you asked for. */
  event_id: string;
  /** Its paid ticket types. Free tickets are left out. */
  ticket_types: TicketType[];
}

/** An access token. */
export interface TokenAnswer {
  /** Sent as `Authorization: Bearer`. */
  access_token: string;
  token_type: 'Bearer';
  /** Seconds until the token expires: one hour. */
  expires_in: number;
  /** What the token may do, space-separated. */
  scope: string;
}

/** What to get a token for, and who you are. */
export interface TokenRequest {
  grant_type: 'client_credentials';
  /** Space-separated, among events:read, events:details, earnings:read; without it all that the client has. */
  scope?: string;
  /** With `client_secret`, unless both are sent as HTTP Basic. */
  client_id?: string;
  /** The secret of the client, unless it is sent as HTTP Basic. */
  client_secret?: string;
}

/** An event that is no longer shared with you. The reason is never given. */
export interface Withdrawn {
  /** Identifier of the event. Stop showing it and remove its `buy_url`. */
  id: string;
  /** When it was withdrawn. Unique, and in whole milliseconds: no two are closer than 3 ms. You may cut it to whole seconds before you send it back as `changed_since`; do not round it up. */
  withdrawn_at: string;
}

/** Exactly one of the two. */
export type EventChange = EventShown | EventWithdrawn;
