import { groupBy } from '../core/group-by.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { decimalText, toDecimal } from '../core/money.js';
import { invalidField, ProblemError } from '../core/problems.js';
import type { Caller, Viewer } from '../core/viewer.js';
import { chargeRefusal, smallestQuantity } from '../payments/charge-refusal.js';
import type { PaymentsPort } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import { refusalOf, salesWindow, type TicketOffer } from './rules/ticket-sale.js';
import {
  findPaidTicketTypes,
  findSellingEvents,
  findTicketType,
  type SellingEventRow,
  type TicketTypeRow,
} from './sql/ticket-types.js';
import type { EventTicketsList, NewOrder, TicketType } from './wire.js';

/**
 * Whether this caller may list ticket types and order them; a test key always may (contract: GET /events/{id}/tickets).
 *
 * @throws {ProblemError} 403 `capability_required`, 503 `payments_unavailable`.
 */
export function assertMaySell(ctx: Context, caller: Caller): void {
  if (caller.mode === 'test') return;
  if (!caller.capabilities.includes('EMBEDDED_CHECKOUT')) {
    throw new ProblemError('capability_required', { detail: 'The key lacks the capability EMBEDDED_CHECKOUT.' });
  }
  if (!ctx.payments.of('live').enabled) throw new ProblemError('payments_unavailable');
}

/** Whether the organizer of an event can be paid; of samples always: where theirs cannot, test orders are simulated. */
function canCharge(ctx: Context, mode: Mode, event: { charging: boolean }): boolean {
  return mode === 'test' || !ctx.payments.of(mode).hosted || event.charging;
}

/** @throws {ProblemError} 503 `payments_unavailable`. */
function assertCharging(ctx: Context, mode: Mode, event: { charging: boolean }): void {
  if (canCharge(ctx, mode, event)) return;
  throw new ProblemError('payments_unavailable', {
    detail: 'The organizer of this event cannot take card payments yet.',
  });
}

/** The facts of a ticket type and its event that the sales rules need. */
export function ticketSaleFacts(event: Omit<SellingEventRow, 'id'>, ticketType: TicketTypeRow): TicketOffer {
  return {
    event: {
      status: event.status,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      date: event.date,
      timezone: event.timezone,
    },
    totalMinor: ticketType.totalMinor,
    free: ticketType.free,
    maxPerOrder: ticketType.maxPerOrder,
    salesFrom: ticketType.salesFrom,
    salesUntil: ticketType.salesUntil,
  };
}

/**
 * The ticket types of an event that cost something, with the price to show (contract: GET /events/{id}/tickets).
 *
 * @throws {ProblemError} 403, 503 as {@link assertMaySell}; 404 `event_not_found`; 503 where the organizer cannot take cards.
 */
export async function listTicketTypes(
  ctx: Context,
  input: { caller: Caller; eventId: Id<'event'> },
): Promise<{ eventId: Id<'event'>; ticketTypes: TicketType[] }> {
  assertMaySell(ctx, input.caller);
  const [event] = await findSellingEvents(ctx.sql, input.caller, [input.eventId]);
  if (!event) throw new ProblemError('event_not_found');
  assertCharging(ctx, input.caller.mode, event);
  const rows = await findPaidTicketTypes(ctx.sql, [event.id]);
  return { eventId: event.id, ticketTypes: toTicketTypes(event, rows, ctx.clock.now()) };
}

/**
 * The same for several events (`GET /tickets`), in the order given: each id is in exactly one of the three lists.
 *
 * @param input.eventIds each once.
 * @returns `missing`: no events that the key may show; `unavailable`: the organizer cannot take cards.
 * @throws {ProblemError} 403, 503 as {@link assertMaySell}.
 */
export async function listTicketTypesOfEvents(
  ctx: Context,
  { caller, eventIds }: { caller: Caller; eventIds: readonly Id<'event'>[] },
): Promise<Pick<EventTicketsList, 'events' | 'missing' | 'unavailable'>> {
  assertMaySell(ctx, caller);
  const events = await findSellingEvents(ctx.sql, caller, eventIds);
  const rows = await findPaidTicketTypes(
    ctx.sql,
    events.map(({ id }) => id),
  );
  const [found, types] = [new Map(events.map((event) => [event.id, event])), groupBy(rows, ({ eventId }) => eventId)];
  const now = ctx.clock.now();
  const list: Awaited<ReturnType<typeof listTicketTypesOfEvents>> = { events: [], missing: [], unavailable: [] };
  for (const id of eventIds) {
    const event = found.get(id);
    if (!event) list.missing.push(id);
    else if (!canCharge(ctx, caller.mode, event)) list.unavailable.push(id);
    else list.events.push({ event_id: id, ticket_types: toTicketTypes(event, types.get(id) ?? [], now) });
  }
  return list;
}

function toTicketTypes(event: SellingEventRow, rows: readonly TicketTypeRow[], now: Date): TicketType[] {
  return rows.map((row) => {
    const sales = salesWindow(ticketSaleFacts(event, row), now);
    return {
      id: row.id,
      name: row.name,
      price: toDecimal(row.priceMinor, row.currency),
      total_per_ticket: toDecimal(row.totalMinor, row.currency),
      currency: row.currency,
      max_per_order: row.maxPerOrder,
      available: sales === 'open' && row.free > 0,
      sales,
    };
  });
}

/**
 * Throws why a hold was refused; returns when nothing prevents it any more.
 *
 * @throws {ProblemError} 400, 409 or 503, by the current state.
 */
export async function explainRefusal(
  ctx: Context,
  viewer: Pick<Viewer, 'mode' | 'agreement'>,
  body: NewOrder,
): Promise<void> {
  const [event] = await findSellingEvents(ctx.sql, viewer, [body.event_id]);
  if (!event) throw refused('unknown_event', 'event_id', 'is not an event that this key can show');
  const ticketType = await findTicketType(ctx.sql, event.id, body.ticket_type_id);
  if (!ticketType) throw refused('unknown_ticket_type', 'ticket_type_id', 'is not a ticket type of this event');
  assertCharging(ctx, viewer.mode, event);
  const code = refusalOf(ticketSaleFacts(event, ticketType), body.quantity, ctx.clock.now());
  if (code === 'quantity_over_limit') throw refused(code, 'quantity', `must be at most ${ticketType.maxPerOrder}`);
  if (code) throw new ProblemError(code);
}

function refused(
  code: 'unknown_event' | 'unknown_ticket_type' | 'quantity_over_limit',
  field: string,
  message: string,
) {
  return new ProblemError(code, { detail: `${field}: ${message}`, errors: [{ field, message }] });
}

/**
 * Refuses an order whose total the payment processor cannot charge, before tickets are held. Organizers set such prices, so the log
 * names the event.
 *
 * @throws {ProblemError} 400 `invalid_request` for `quantity` or `ticket_type_id`.
 */
export async function assertChargeable(ctx: Context, mode: Mode, body: NewOrder): Promise<void> {
  const payments = ctx.payments.of(mode);
  const type = payments.hosted ? await findTicketType(ctx.sql, body.event_id, body.ticket_type_id) : undefined;
  if (!type || type.totalMinor === 0) return;
  const refusal = chargeRefusal(payments, type.totalMinor, body.quantity, type.currency);
  if (refusal === null) return;
  const { event_id: eventId, ticket_type_id: ticketTypeId } = body;
  ctx.log.warn({ eventId, ticketTypeId, refusal }, 'the payment processor cannot charge this order');
  throw invalidField(...chargeAdvice(payments, type, refusal));
}

function chargeAdvice(
  payments: PaymentsPort,
  { totalMinor, currency, maxPerOrder }: TicketTypeRow & { currency: string },
  refusal: string,
): [field: string, message: string] {
  const amount = (minor: number) => `${decimalText(minor, currency)} ${currency}`;
  const costs = `costs ${amount(totalMinor)}`;
  if (refusal !== 'amount_too_small') return ['ticket_type_id', `${costs}, which cards cannot pay in this quantity`];
  const quantity = smallestQuantity(payments, totalMinor, currency);
  const reason = `the smallest card payment is ${amount(payments.smallestCharge(currency))}`;
  return quantity <= maxPerOrder
    ? ['quantity', `must be at least ${quantity}: ${reason}`]
    : ['ticket_type_id', `${costs}; ${reason}`];
}
