import { z } from 'zod';
import { ADDRESS, asciiAddress, isMailAddress, NO_EMAIL } from '../core/mail-address.js';
import { ORDER_STATUSES } from '../core/order-status.js';
import {
  currency,
  dateTime,
  field,
  listObject,
  mode,
  nextPage,
  notices,
  subId,
  uri,
  wholeNumber,
} from '../core/wire/common.js';
import { keptName } from '../core/wire/kept-text.js';
import { cursor, idList, instant, limit, text } from '../core/wire/query.js';
import { MAX_RETURN_URL, returnUrlFault } from './rules/return-url.js';

/** Ticket types in an order, and tickets in all. */
const MAX_LINES = 10;
const MAX_TICKETS = 20;

const orderStatus = z.enum(ORDER_STATUSES);

const ticketType = z
  .object({
    id: field.text('Identifier of the ticket type. Send it as `ticket_type_id`.'),
    name: field.text('Name of the ticket type.'),
    price: field.number("The ticket's own price, without fees and tax, in `currency`."),
    total_per_ticket: field.number('What the buyer pays for one ticket, fees and tax included. Show this number.'),
    currency: currency.describe('Currency of both prices, as an ISO 4217 code.'),
    max_per_order: wholeNumber(1).describe('Largest `quantity` one order may have.'),
    available: field.flag('Whether you can order it now: sales are open and tickets are left.'),
    sales: z
      .enum(['open', 'not_yet', 'ended'])
      .describe('Whether tickets of this type are sold now, not yet, or no longer.'),
  })
  .meta({ id: 'TicketType', description: 'A kind of paid ticket of one event.' });
export type TicketType = z.infer<typeof ticketType>;

export const ticketTypeList = z
  .object({
    object: listObject,
    mode,
    event_id: field.text('The event you asked for.'),
    ticket_types: z.array(ticketType).describe('Its paid ticket types. Free tickets are left out.'),
    notices,
  })
  .meta({ id: 'TicketTypeList', description: 'The paid ticket types of an event.' });

/** Most `event_ids` of `GET /tickets`. */
const MAX_TICKET_EVENTS = 20;

/** Query of `GET /tickets`. */
export const ticketTypesQuery = z.object({
  event_ids: idList(MAX_TICKET_EVENTS).describe(
    'Up to 20 events by their ids, with commas between them. An id sent twice is answered once.',
  ),
});

const eventTickets = z
  .object({
    event_id: field.text('The event.'),
    ticket_types: z.array(ticketType).describe('Its paid ticket types. Free tickets are left out.'),
  })
  .meta({ id: 'EventTicketTypes', description: 'The paid ticket types of one of several events.' });

export const eventTicketsList = z
  .object({
    object: listObject,
    mode,
    events: z.array(eventTickets).describe('The events with their ticket types, in the order you asked.'),
    missing: z.array(z.string()).describe('Ids that are no events you may show, in the order you asked.'),
    unavailable: z
      .array(z.string())
      .describe('Events whose organizer cannot take card payments yet, in the order you asked. Use their `buy_url`.'),
    notices,
  })
  .meta({ id: 'EventTicketsList', description: 'The paid ticket types of several events.' });
export type EventTicketsList = z.infer<typeof eventTicketsList>;

const ticketTypeId = z.string().min(1).max(80);
const quantity = z.int().min(1).max(MAX_TICKETS);

const newOrderFields = z.strictObject({
  event_id: z.string().min(1).max(80).describe('Identifier of the event, exactly as `/events` gave it.'),
  ticket_type_id: ticketTypeId
    .optional()
    .describe('Identifier of the ticket type, from `/events/{id}/tickets`. Required unless you send `lines`.'),
  quantity: quantity
    .optional()
    .meta({ default: 1 })
    .describe('How many tickets, up to `max_per_order`. Only with `ticket_type_id`.'),
  lines: z
    .array(
      z
        .strictObject({
          ticket_type_id: ticketTypeId.describe('Identifier of the ticket type, from `/events/{id}/tickets`.'),
          quantity: quantity.default(1).describe('How many tickets of this type, up to its `max_per_order`.'),
        })
        .meta({ id: 'NewOrderLine', description: 'Tickets of one type to order.' }),
    )
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe(
      `Tickets of several types, instead of \`ticket_type_id\` and \`quantity\`: each type once, all in one currency, at most ${MAX_TICKETS} tickets in all. ` +
        'All of them are held, or none.',
    ),
  buyer_email: z
    .string()
    .overwrite(asciiAddress)
    .check(z.email({ pattern: ADDRESS }))
    .max(254)
    .refine(isMailAddress, {
      error: NO_EMAIL,
      when: ({ issues }) => issues.length === 0,
    })
    .describe(
      'Where the tickets are sent. Its domain may be in any script. Invisible characters and blanks around it are removed. Never returned by the API.',
    ),
  buyer_name: keptName(z.string().max(160)).describe(
    'Name of the buyer, without control characters. Invisible characters are removed. Never returned by the API.',
  ),
  sub_id: subId
    .optional()
    .describe(
      'Your own click id: 1 to 100 of `A-Z a-z 0-9 . _ ~ -`. It comes back on the order, the earning and postbacks.',
    ),
  return_url: z
    .string()
    .check(({ value, issues }) => {
      const fault = returnUrlFault(value);
      if (fault !== null) issues.push({ code: 'custom', message: fault, input: value });
    })
    .meta({ format: 'uri', maxLength: MAX_RETURN_URL })
    .optional()
    .describe(
      'Where the order page leads back to after payment, cancellation or expiry: https, on a domain of one of your website keys. ' +
        'We append `order_id` and `status`.',
    ),
});

type FieldFault = [field: (string | number)[], message: string];

/** Faults of the tickets that an order asks for. */
function ticketFaults({ ticket_type_id, quantity, lines }: Partial<z.output<typeof newOrderFields>>): FieldFault[] {
  if (lines === undefined) return ticket_type_id === undefined ? [[['ticket_type_id'], 'is required']] : [];
  const faults: FieldFault[] = [];
  const alone = 'must be left out: `lines` has the tickets';
  if (ticket_type_id !== undefined) faults.push([['ticket_type_id'], alone]);
  if (quantity !== undefined) faults.push([['quantity'], alone]);
  if (!Array.isArray(lines)) return faults;
  const types = lines.map((line) => line?.ticket_type_id);
  for (const [i, type] of types.entries()) {
    if (types.indexOf(type) < i) faults.push([['lines', i, 'ticket_type_id'], 'is in an earlier line']);
  }
  const tickets = lines.reduce((sum, line) => sum + (line?.quantity ?? 1), 0);
  if (tickets > MAX_TICKETS) faults.push([['lines'], `must have at most ${MAX_TICKETS} tickets in all`]);
  return faults;
}

/** Body of `POST /orders`: no other properties are allowed. */
export const newOrder = newOrderFields
  .check(
    z.core._check<z.output<typeof newOrderFields>>(
      ({ value, issues }) => {
        const faults = ticketFaults(value).map(([path, message]) => ({
          code: 'custom' as const,
          path,
          message,
          input: value,
        }));
        // Faults are listed in the order of the fields.
        issues.splice(issues.filter(({ path }) => path?.[0] === 'event_id').length, 0, ...faults);
      },
      { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
    ),
  )
  .meta({
    id: 'NewOrder',
    description: 'An order to place. Unknown fields are refused.',
    examples: [
      {
        event_id: 'evt_test_berlin_jazz_night',
        ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
        quantity: 2,
        buyer_email: 'ada@example.com',
        buyer_name: 'Ada Lovelace',
        sub_id: 'summer-mail_7',
      },
    ],
  });
export type NewOrder = z.infer<typeof newOrder>;
export type NewOrderLine = NonNullable<NewOrder['lines']>[number];

/** The tickets of an order by type: `ticket_type_id` and `quantity` are one line. */
export function linesOf({
  ticket_type_id,
  quantity,
  lines,
}: Pick<NewOrder, 'ticket_type_id' | 'quantity' | 'lines'>): NewOrderLine[] {
  if (lines !== undefined) return lines;
  return ticket_type_id === undefined ? [] : [{ ticket_type_id, quantity: quantity ?? 1 }];
}

/** A visitor's choice on the buy page: tickets of one type. */
export const purchaseChoice = newOrderFields
  .omit({ lines: true, sub_id: true, return_url: true })
  .extend({ ticket_type_id: ticketTypeId, quantity });
export type PurchaseChoice = z.infer<typeof purchaseChoice>;

export const order = z
  .object({
    object: z.literal('order').describe('Always `order`.'),
    mode: mode.optional(),
    id: field.text('Identifier of the order.'),
    event_id: field.text('The event the tickets are for.'),
    quantity: wholeNumber(1).describe('Number of tickets: the sum of `lines`.'),
    lines: z
      .array(
        z
          .object({
            ticket_type_id: field.text('Identifier of the ticket type.'),
            quantity: wholeNumber(1).describe('Number of tickets of this type.'),
          })
          .meta({ id: 'OrderLine', description: 'Tickets of one type in an order.' }),
      )
      .describe('The ordered tickets by type, in the order in which you sent them. An order of one type has one line.'),
    total: field.numberOrNull('What the buyer pays for all tickets, fees and tax included, in `currency`.'),
    currency: currency.nullable().describe('Currency of `total`, as an ISO 4217 code.'),
    status: orderStatus.describe(
      '`awaiting_payment` while the tickets are held. `expired`: the hold ended unpaid; the tickets are free again. `test`: ' +
        'the paid state of a sandbox order.',
    ),
    sub_id: field.textOrNull('Your own click id, as you sent it. Null when you sent none.'),
    checkout_url: uri
      .optional()
      .describe('Our payment page. Open it for the buyer. Present only while the order awaits payment.'),
    expires_at: dateTime
      .optional()
      .describe('When the payment page closes, about 30 minutes after the order was made.'),
    created_at: dateTime.describe('When the order was made.'),
    test: field.flag('True for sandbox orders. No real money moves.'),
    updated_at: dateTime.describe(
      'When it last changed, by our server’s clock. Send the last one you read as `changed_since`.',
    ),
    version: wholeNumber(1).describe(
      '1 for a new order. It grows with each change: keep the order with the larger version.',
    ),
  })
  .meta({
    id: 'Order',
    description: 'Tickets held or sold through the API. It never contains the buyer’s name or e-mail address.',
  });
export type Order = z.infer<typeof order>;

export const orderList = z
  .object({
    object: listObject,
    mode,
    orders: z.array(order).describe('A page of orders: the newest first, or with `changed_since` by change.'),
    next: nextPage,
  })
  .meta({ id: 'OrderList', description: 'A page of orders.' });
export type OrderList = z.infer<typeof orderList>;

/** Query of `GET /orders`. */
export const ordersQuery = z.object({
  status: orderStatus.optional().describe('Only orders that have this status now.'),
  event_id: text(80).optional().describe('Only orders of this event.'),
  sub_id: subId.optional().describe('Only orders with this click id.'),
  created_from: instant.optional().describe('Only orders made at this instant or later.'),
  created_to: instant.optional().describe('Only orders made before this instant.'),
  changed_since: instant
    .optional()
    .describe(
      'Only orders made or changed after this instant, by change. Send the last `updated_at` of the last page next time: no change is missed.',
    ),
  limit: limit(1000, 100),
  cursor: cursor.optional(),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;
