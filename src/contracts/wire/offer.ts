import { z } from 'zod';
import { calendarDate, dateTime, mode, notices, uri } from './common.js';
import { checkCombination, offerFilterShape, pageShape } from './event-filters.js';

/** Contract: Offer. */
export const offer = z
  .object({
    object: z.literal('offer'),
    id: z.string(),
    event_id: z.string(),
    title: z.string(),
    merchant: z.object({
      name: z.string().nullable(),
      merchant_of_record: z.literal('organizer'),
      statement_descriptor: z.null().describe("Each organizer's own payment account charges the card."),
      verified: z.boolean(),
    }),
    destination: z.object({
      venue: z.string().nullable(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      country: z.string().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    }),
    eligible: z.object({
      purchase_from: calendarDate,
      purchase_until: calendarDate.describe('The last day, included, as the venue calls it.'),
      event_date: calendarDate,
      starts_at: dateTime.nullable(),
    }),
    price: z.object({ from: z.number().nullable(), to: z.number().nullable(), currency: z.string().nullable() }),
    reward: z.object({
      kind: z.enum(['flat', 'percent']),
      amount: z.number().optional().describe('`flat`: for each eligible ticket.'),
      percent: z.number().optional().describe("`percent`: share of each eligible ticket's own price; 10 means 10 %."),
      currency: z.string().optional(),
      description: z.string(),
      funded_by: z.literal('organizer'),
      paid_to: z.literal('partner'),
    }),
    limits: z.object({
      budget_remaining: z.number().nullable().describe('Null: the organizer set no limit.'),
      orders_remaining: z
        .int()
        .nullable()
        .describe('Fixed rewards with a limit only: how many more orders of one ticket it pays for.'),
    }),
    rules: z.array(z.string()),
    activation: z.object({ method: z.literal('link'), url: uri.describe('Your tracked buy link for the event.') }),
    matching: z.object({ link_attribution: z.literal(true), card_transactions: z.literal(false), note: z.string() }),
    settlement: z.object({
      report: z.literal('/v1/earnings'),
      webhook: z.literal('earnings.changed'),
      available: z.string(),
    }),
    commercial_model: z.literal('CARD_LINKED'),
    event_url: uri,
    test: z.boolean(),
    updated_at: dateTime,
  })
  .meta({ id: 'Offer' });
export type Offer = z.infer<typeof offer>;

export const offerList = z
  .object({ object: z.literal('list'), mode, offers: z.array(offer), next: z.string().nullable(), notices })
  .meta({ id: 'OfferList' });
export type OfferList = z.infer<typeof offerList>;

/** Query of `GET /offers`: the events list's, with fewer filters. */
export const offerListQuery = z.object({ ...offerFilterShape, ...pageShape }).check(checkCombination);
