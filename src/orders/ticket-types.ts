import { groupBy } from '../core/group-by.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { decimalText, toDecimal } from '../core/money.js';
import { invalidField, ProblemError } from '../core/problems.js';
import type { Caller, Viewer } from '../core/viewer.js';
import { chargeRefusal, smallestQuantity } from '../payments/charge-refusal.js';
import type { PaymentsPort } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import { paidSaleRefusal, salesWindow } from './rules/ticket-sale.js';
import { findSellingEvents, findTicketTypes, type SellingEventRow, type TicketTypeRow } from './sql/ticket-types.js';
import { type EventTicketsList, linesOf, type NewOrder, type TicketType } from './wire.js';

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

function notCharging(): ProblemError {
  const detail = 'The organizer of this event cannot take card payments yet.';
  return new ProblemError('payments_unavailable', { detail });
}

/**
 * The ticket types of an event that cost something, with the price to show (contract: GET /events/{id}/tickets).
 *
 * @throws {ProblemError} 403, 503 as {@link assertMaySell}; 404 `event_not_found`; 503 where the organizer cannot take cards.
 */
export async function listTicketTypes(
  ctx: Context,
  { caller, eventId }: { caller: Caller; eventId: Id<'event'> },
): Promise<TicketType[]> {
  const { events, missing } = await listTicketTypesOfEvents(ctx, { caller, eventIds: [eventId] });
  const [event] = events;
  if (event) return event.ticket_types;
  throw missing.length > 0 ? new ProblemError('event_not_found') : notCharging();
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
  const rows = await findTicketTypes(
    ctx.sql,
    events.map(({ id }) => id),
  );
  const paid = rows.filter(({ totalMinor }) => totalMinor > 0);
  const [found, types] = [new Map(events.map((event) => [event.id, event])), groupBy(paid, ({ eventId }) => eventId)];
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
    const sales = salesWindow({ ...row, event }, now);
    return {
      id: row.id,
      name: row.name,
      price: toDecimal(row.priceMinor, row.currency),
      total_per_ticket: toDecimal(row.totalMinor, row.currency),
      currency: row.currency,
      max_per_order: row.maxPerOrder,
      available: sales === 'open' && row.ticketsLeft > 0,
      sales,
    };
  });
}

/** @throws {ProblemError} 400, 409 or 503: why a hold is refused now; returns when nothing prevents it any more. */
export async function explainRefusal(
  ctx: Context,
  viewer: Pick<Viewer, 'mode' | 'agreement'>,
  body: NewOrder,
): Promise<void> {
  const [event] = await findSellingEvents(ctx.sql, viewer, [body.event_id]);
  if (!event) throw refused('unknown_event', 'event_id', 'is not an event that this key can show');
  const lines = await findLines(ctx, body);
  const unknown = lines.find(({ type }) => !type);
  if (unknown) throw refused('unknown_ticket_type', unknown.typeField, 'is not a ticket type of this event');
  if (!canCharge(ctx, viewer.mode, event)) throw notCharging();
  const { currency } = lines[0]?.type ?? {};
  for (const { type, quantity, typeField, quantityField } of lines) {
    if (!type) continue;
    if (type.currency !== currency)
      throw invalidField(typeField, `is sold in ${type.currency}, the first line in ${currency}`);
    const code = paidSaleRefusal({ ...type, event }, quantity, ctx.clock.now());
    if (code === 'quantity_over_limit') throw refused(code, quantityField, `must be at most ${type.maxPerOrder}`);
    if (code)
      throw new ProblemError(code, body.lines && { errors: [{ field: typeField, message: 'cannot be ordered now' }] });
  }
}

function refused(
  code: 'unknown_event' | 'unknown_ticket_type' | 'quantity_over_limit',
  field: string,
  message: string,
) {
  return new ProblemError(code, { detail: `${field}: ${message}`, errors: [{ field, message }] });
}

/** A line of a request, with the names of its fields there. */
interface RequestedLine {
  /** Undefined: the event has no such ticket type. */
  type: TicketTypeRow | undefined;
  quantity: number;
  typeField: string;
  quantityField: string;
}

async function findLines(ctx: Context, body: NewOrder): Promise<RequestedLine[]> {
  const lines = linesOf(body);
  const ids = lines.map((line) => line.ticket_type_id);
  const types = await findTicketTypes(ctx.sql, [body.event_id], ids);
  return lines.map(({ ticket_type_id: id, quantity }, i) => {
    const prefix = body.lines ? `lines.${i}.` : '';
    const fields = { typeField: `${prefix}ticket_type_id`, quantityField: `${prefix}quantity` };
    return { type: types.find((type) => type.id === id), quantity, ...fields };
  });
}

/**
 * Refuses an order whose total the payment processor cannot charge, before tickets are held. Organizers set such prices, so the log
 * names the event.
 *
 * @throws {ProblemError} 400 `invalid_request` for the quantity or the ticket type.
 */
export async function assertChargeable(ctx: Context, mode: Mode, body: NewOrder): Promise<void> {
  const payments = ctx.payments.of(mode);
  if (!payments.hosted) return;
  const lines = (await findLines(ctx, body)).flatMap(({ type, ...line }) => (type ? [{ ...line, type }] : []));
  const [first] = lines;
  // Free tickets and several currencies are refused for that.
  if (!first || lines.some(({ type }) => type.totalMinor === 0 || type.currency !== first.type.currency)) return;
  const priced = lines.map(({ type, quantity }) => ({ unitMinor: type.totalMinor, quantity }));
  const refusal = chargeRefusal(payments, priced, first.type.currency);
  if (refusal === null) return;
  const ticketTypeIds = lines.map(({ type }) => type.id);
  ctx.log.warn({ eventId: body.event_id, ticketTypeIds, refusal }, 'the payment processor cannot charge this order');
  throw invalidField(...chargeAdvice(payments, lines, refusal));
}

function chargeAdvice(
  payments: PaymentsPort,
  lines: readonly (RequestedLine & { type: TicketTypeRow })[],
  refusal: string,
): [field: string, message: string] {
  const [{ type, typeField, quantityField }] = lines as [RequestedLine & { type: TicketTypeRow }];
  const { totalMinor, currency, maxPerOrder } = type;
  const amount = (minor: number) => `${decimalText(minor, currency)} ${currency}`;
  if (lines.length > 1) return ['lines', 'cost a total that cards cannot pay'];
  const costs = `costs ${amount(totalMinor)}`;
  if (refusal !== 'amount_too_small') return [typeField, `${costs}, which cards cannot pay in this quantity`];
  const quantity = smallestQuantity(payments, totalMinor, currency);
  const reason = `the smallest card payment is ${amount(payments.smallestCharge(currency))}`;
  return quantity <= maxPerOrder
    ? [quantityField, `must be at least ${quantity}: ${reason}`]
    : [typeField, `${costs}; ${reason}`];
}
