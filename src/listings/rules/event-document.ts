import type { Id } from '../../core/ids.js';
import { decimalOf, toDecimal } from '../../core/money.js';
import type { Event } from '../../core/wire/event.js';
import { availabilityOf, type Stock } from './availability.js';
import type { EventColumn, EventRow, RowKey } from './event-columns.js';
import { dateLabel, priceLabel } from './event-labels.js';
import type { EventSpan } from './event-time.js';
import { isPaying, type RewardRate, rateOf } from './reward.js';

/** Placeholder in a stored document for the service's origin; control characters never appear unescaped in JSON. */
export const ORIGIN_MARK = '\u0001';
/** Placeholder in a stored document for the partner's code. */
export const REF_MARK = '\u0002';
/** Precedes the picture's URL. A picture of ours is stored as a path. */
export const IMAGE_NAME = '"image":';
/** The origin of our pictures, of the buy link, and of the event's page. */
export const MOST_ORIGINS = 3;

export interface TicketFacts extends Stock {
  priceMinor: number;
  /** The buyer's price, fees and tax included. */
  totalMinor: number;
  currency: string;
  inventoryUpdatedAt: Date;
}

/** An event with its organizer, as the projector reads it: without the columns that no document shows. */
export interface SourceEvent extends Omit<EventRow, RowKey<(typeof UNREAD)[number]>> {
  organizerName: string | null;
  organizerVerified: boolean;
}

export const UNREAD = ['external_id', 'source_url', 'content_hash', 'created_at'] as const satisfies EventColumn[];

/** Everything an event's document is built from. */
export interface EventFacts extends Omit<SourceEvent, 'performers'> {
  venueId: Id<'venue'> | null;
  performers: readonly { id: Id<'performer'>; name: string }[];
  /** Prices and currency of the event itself are for events without ticket types. */
  tickets: readonly TicketFacts[];
}

export interface EventDocument {
  /** The wire Event as JSON, without its last two members and the closing brace. */
  content: string;
  inventoryUpdatedAt: Date | null;
  /** Reward per ticket as a decimal of the event's currency; null when it pays none. */
  earns: number | null;
  /** Lowest price, with its currency; null when unknown. */
  price: { from: number; currency: string } | null;
  /** When the first tickets go on sale; null when unknown, or when some have no such time. */
  salesFrom: Date | null;
}

/**
 * An event as partners see it at the instant `now` (contract: Event), with {@link ORIGIN_MARK} and {@link REF_MARK} for
 * what differs between deployments and partners. Finish it with {@link finishDocument}.
 */
export function eventDocument(facts: EventFacts, { end }: EventSpan, now: Date): EventDocument {
  const span = priceSpan(facts);
  const availability = availabilityOf(facts.status, end <= now, facts.tickets, now);
  const reward = rateOf(facts);
  const earn = earnOf(facts, reward);
  const { location, performers, display } = parts(facts, span);
  const path = encodeURIComponent(facts.id);
  const sales = salesSpan(facts.tickets);
  const salesTimes = { sales_from: sales.from?.toISOString(), sales_until: sales.until?.toISOString() };
  const tickets = JSON.stringify({ ...span, availability, ...salesTimes });
  const fields = [
    `"id":${text(facts.id)}`,
    `"name":${text(facts.name)}`,
    `"status":"${facts.status}"`,
    `"starts_at":${text(facts.startsAt?.toISOString() ?? null)}`,
    `"ends_at":${text(facts.endsAt?.toISOString() ?? null)}`,
    `"date":"${facts.date}"`,
    `"timezone":${text(facts.timezone)}`,
    `"location":${JSON.stringify(location)}`,
    `${IMAGE_NAME}${text(facts.image)}`,
    `"category":${text(facts.category)}`,
    `"performers":${JSON.stringify(performers)}`,
    `"tickets":${tickets.slice(0, -1)},"buy_url":"${ORIGIN_MARK}/buy/${path}?ref=${REF_MARK}"}`,
    `"earn":${JSON.stringify(earn)}`,
    `"can_share":${facts.canShare}`,
    `"url":"${ORIGIN_MARK}/e/${path}"`,
    `"display":${JSON.stringify(display)}`,
    `"organizer":${JSON.stringify({ name: facts.organizerName, verified: facts.organizerVerified })}`,
    `"test":${facts.test}`,
  ];
  return {
    content: `{${fields.join(',')}`,
    inventoryUpdatedAt: latest(facts.tickets.map((type) => type.inventoryUpdatedAt)),
    earns: earn.eligible ? earnsPerTicket(reward, span.from) : null,
    price: span.from === null || span.currency === null ? null : { from: span.from, currency: span.currency },
    salesFrom: sales.from,
  };
}

/** The whole document, with `updated_at`. */
export function finishDocument({ content, inventoryUpdatedAt }: EventDocument, updatedAt: Date): string {
  const inventory = text(inventoryUpdatedAt?.toISOString() ?? null);
  return `${content},"updated_at":"${updatedAt.toISOString()}","inventory_updated_at":${inventory}}`;
}

/** The next instant at which the document changes without a change of the event; null: never. */
export function nextChange(facts: EventFacts, { end }: EventSpan, now: Date): Date | null {
  if (facts.status === 'completed' || facts.status === 'cancelled') return null;
  const moments = [end, ...facts.tickets.flatMap((type) => [type.salesFrom, type.salesUntil])];
  const ahead = moments.filter((moment) => moment !== null).filter((moment) => moment > now);
  return ahead.length === 0 ? null : new Date(Math.min(...ahead.map((moment) => moment.getTime())));
}

type Span = Pick<Event['tickets'], 'from' | 'to' | 'currency'>;

/**
 * The range of buyers' prices, fees included, over the ticket types with the first one's currency; without ticket types
 * the organizer's range.
 */
function priceSpan(facts: EventFacts): Span {
  const currency = facts.tickets[0]?.currency ?? facts.currency;
  if (currency === null) return { from: null, to: null, currency };
  const totals = facts.tickets.filter((type) => type.currency === currency).map((type) => type.totalMinor);
  const [from, to] =
    totals.length > 0
      ? [Math.min(...totals), Math.max(...totals)]
      : [facts.priceFromMinor, facts.priceToMinor ?? facts.priceFromMinor];
  const decimal = (minor: number | null) => (minor === null ? null : toDecimal(minor, currency));
  return { from: decimal(from), to: decimal(to), currency };
}

/** From the first opening of sales to the last end; null where a ticket type has none. */
function salesSpan(tickets: readonly TicketFacts[]): { from: Date | null; until: Date | null } {
  const times = (moments: readonly (Date | null)[]) => {
    const known = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
    return known.length > 0 && known.length === moments.length ? known : null;
  };
  const opening = times(tickets.map(({ salesFrom }) => salesFrom));
  const closing = times(tickets.map(({ salesUntil }) => salesUntil));
  return { from: opening && new Date(Math.min(...opening)), until: closing && new Date(Math.max(...closing)) };
}

function earnOf(facts: EventFacts, reward: RewardRate | null): Event['earn'] {
  const budget = { budgetMinor: facts.rewardBudgetMinor, spentMinor: facts.rewardSpentMinor };
  if (!reward || !isPaying(reward, budget, facts.tickets)) return { eligible: false };
  const isFlat = reward.kind === 'flat';
  const rate = isFlat ? { amount: decimalOf(reward.amount) } : { percent: reward.percent };
  const currency =
    (isFlat ? reward.amount : reward).currency ?? facts.tickets[0]?.currency ?? facts.currency ?? undefined;
  return { eligible: true, ...rate, currency, description: facts.rewardDescription ?? undefined };
}

/** The value for `minimum_earnings`: the fixed amount, or the share of the lowest price. */
function earnsPerTicket(reward: RewardRate | null, from: number | null): number {
  if (reward?.kind === 'flat') return decimalOf(reward.amount);
  if (!reward || from === null) return 0;
  return Number(((from * reward.percent) / 100).toFixed(6));
}

function parts(facts: EventFacts, span: Span): Pick<Event, 'location' | 'performers' | 'display'> {
  const { venue, venueId, address, city, country, lat, lng } = facts;
  return {
    location: { venue, venue_id: venueId, address, city, country, lat, lng },
    performers: facts.performers.map(({ id, name }) => ({ id, name })),
    display: {
      short_description: facts.shortDescription,
      date_label: dateLabel(facts.date, facts.startsAt, facts),
      price_label: priceLabel(span.from, span.to, span.currency),
    },
  };
}

function latest(moments: readonly Date[]): Date | null {
  return moments.length === 0 ? null : new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

function text(value: string | null): string {
  return JSON.stringify(value);
}
