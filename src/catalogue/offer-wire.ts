import { z } from 'zod';
import {
  calendarDate,
  currency,
  dateTime,
  field,
  listObject,
  mode,
  nextPage,
  notices,
  place,
  uri,
  wholeNumber,
} from '../core/wire/common.js';
import { checkCombination, offerFilterShape, pageShape } from '../listings/wire.js';

const merchant = z.object({
  name: field.textOrNull('Name of the organizer. Null when it is not public.'),
  merchant_of_record: z.literal('organizer').describe('Always `organizer`.'),
  // A type that can only be null is more than some generators understand.
  statement_descriptor: z
    .null()
    .meta({ type: ['string', 'null'] })
    .describe("Always null: each organizer's own payment account charges the card."),
  verified: field.flag('Whether we have verified who the organizer is.'),
});

const eligible = z.object({
  purchase_from: calendarDate.describe('First day on which eligible tickets are sold, as the venue counts days.'),
  purchase_until: calendarDate.describe('Last day on which eligible tickets are sold, included.'),
  event_date: calendarDate.describe('The day of the event, as the venue calls it.'),
  starts_at: dateTime.nullable().describe('Exact start, in UTC. Null when the organizer gave only a date.'),
});

const price = z.object({
  from: field.numberOrNull('Lowest price of a ticket. Null when unknown.'),
  to: field.numberOrNull('Highest price of a ticket. Null when unknown.'),
  currency: currency.nullable().describe('Currency of both, as an ISO 4217 code. Null when unknown.'),
});

const reward = z.object({
  kind: z.enum(['flat', 'percent']).describe('`flat`: a fixed `amount` a ticket. `percent`: a share of its price.'),
  amount: z.number().optional().describe('For `flat`: the reward for each eligible ticket, in `currency`.'),
  percent: z
    .number()
    .optional()
    .describe("For `percent`: the share of each eligible ticket's own price, without fees and tax. `10` means 10 %."),
  currency: currency.optional().describe('Currency of the reward, as an ISO 4217 code.'),
  description: field.text('The reward as text.'),
  funded_by: z.literal('organizer').describe('Always `organizer`.'),
  paid_to: z.literal('partner').describe('Always `partner`.'),
});

const limits = z.object({
  budget_remaining: field.numberOrNull(
    "What is left of the organizer's budget, in `reward.currency`. Null when the organizer set no limit.",
  ),
  orders_remaining: wholeNumber()
    .nullable()
    .describe(
      'How many more orders of one ticket the budget pays for. Null without a limit, and when the reward is a share.',
    ),
});

/** A boolean that never changes: with `const`, some generators make it text. */
const always = (value: boolean) => z.literal(value).meta({ const: undefined, type: 'boolean' });

const matching = z.object({
  link_attribution: always(true).describe('Always true: purchases through `activation.url` are yours.'),
  card_transactions: always(false).describe('Always false: card transactions are not matched.'),
  note: field.text('The same as a sentence.'),
});

const settlement = z.object({
  report: z.literal('/v1/earnings').describe('Always `/v1/earnings`: where to read what you earned.'),
  webhook: z.literal('earnings.changed').describe('Always `earnings.changed`: the webhook that tells you of it.'),
  available: field.text('When a reward is paid, as a sentence.'),
});

/** Contract: Offer. */
export const offer = z
  .object({
    object: z.literal('offer').describe('Always `offer`.'),
    id: field.text('Identifier of the offer: that of the event with `ofr_` for `evt_`. An event has one offer.'),
    event_id: field.text('Identifier of the event.'),
    title: field.text('Name of the event.'),
    merchant: merchant.describe('Who sells the tickets.'),
    destination: place.describe('Where the event takes place.'),
    eligible: eligible.describe('Which purchases earn the reward.'),
    price: price.describe('What a ticket costs, fees and tax included.'),
    reward: reward.describe(
      'What a purchase earns you. It is paid to your account; passing it on is your own programme.',
    ),
    limits: limits.describe('How much the organizer still pays. Both numbers move with every sale.'),
    rules: z
      .array(z.string())
      .describe('Sentences to show with the offer. They also say when no tickets are sold at the moment.'),
    activation: z
      .object({
        method: z.literal('link').describe('Always `link`.'),
        url: uri.describe('Your tracked buy link for the event. You may append `sub_id`.'),
      })
      .describe('How a customer takes up the offer.'),
    matching: matching.describe('How a purchase is attributed to you.'),
    settlement: settlement.describe('Where the reward shows up.'),
    commercial_model: z.literal('CARD_LINKED').describe('Always `CARD_LINKED`.'),
    event_url: uri.describe('Public page of the event, without your attribution.'),
    test: field.flag('True for sample offers.'),
    updated_at: dateTime.describe('When what you see of the event last changed.'),
  })
  .meta({ id: 'Offer', description: 'An event that pays a reward, shaped for card-linked and cash-back programmes.' });
export type Offer = z.infer<typeof offer>;

export const offerList = z
  .object({
    object: listObject,
    mode,
    offers: z.array(offer).max(100).describe('A page of offers, in the order of `/events`.'),
    next: nextPage,
    notices,
  })
  .meta({ id: 'OfferList', description: 'A page of offers.' });
export type OfferList = z.infer<typeof offerList>;

/** Query of `GET /offers`: the events list's, with fewer filters. */
export const offerListQuery = z.object({ ...offerFilterShape, ...pageShape }).check(checkCombination);
