import { z } from 'zod';
import { dateTime, mode, notices, subId, uri } from './common.js';

export const orderStatus = z.enum([
  'awaiting_payment',
  'paid',
  'expired',
  'cancelled',
  'refunded',
  'partially_refunded',
  'test',
]);
export type OrderStatus = z.infer<typeof orderStatus>;

export const ticketType = z
  .object({
    id: z.string(),
    name: z.string(),
    price: z.number().describe("The ticket's own price."),
    total_per_ticket: z.number().describe('What the buyer pays for one ticket, fees and tax included.'),
    currency: z.string(),
    max_per_order: z.int(),
    available: z.boolean(),
    sales: z.enum(['open', 'not_yet', 'ended']),
  })
  .meta({ id: 'TicketType' });
export type TicketType = z.infer<typeof ticketType>;

export const ticketTypeList = z
  .object({ object: z.literal('list'), mode, event_id: z.string(), ticket_types: z.array(ticketType), notices })
  .meta({ id: 'TicketTypeList' });

/**
 * An address as mail servers take it without quotes (RFC 5321 section 4.1.2), in ASCII, its domain with a dot; the last part may be
 * a country's in punycode.
 */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;
/** How long its parts may be (RFC 5321 section 4.5.3.1). */
const PARTS = /^[^@]{1,64}@(?:[^.]{1,63}\.)+[^.]{1,63}$/;

/** Body of `POST /orders`: no other properties are allowed. */
export const newOrder = z
  .strictObject({
    event_id: z.string().min(1).max(80),
    ticket_type_id: z.string().min(1).max(80),
    quantity: z.int().min(1).max(20).default(1),
    buyer_email: z
      .email({ pattern: ADDRESS })
      .max(254)
      .refine((address) => PARTS.test(address), {
        error: 'must be an e-mail address',
        when: ({ issues }) => issues.length === 0,
      }),
    buyer_name: z.string().max(160).regex(/\S/, 'must not be blank').trim(),
    sub_id: subId.optional(),
  })
  .meta({
    id: 'NewOrder',
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

export const order = z
  .object({
    object: z.literal('order'),
    mode: mode.optional(),
    id: z.string(),
    event_id: z.string(),
    quantity: z.int(),
    total: z.number().nullable(),
    currency: z.string().nullable(),
    status: orderStatus,
    sub_id: z.string().nullable(),
    checkout_url: uri.optional().describe('Present only while the order awaits payment.'),
    expires_at: dateTime.optional(),
    created_at: dateTime,
    test: z.boolean(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;
