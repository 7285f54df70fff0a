import { DateTime } from 'luxon';
import { z } from 'zod';
import { formerCurrency, isCurrency } from '../../core/former-currencies.js';
import { eventStatus } from '../../core/wire/event.js';
import { keptText, keptVisibleText } from '../../core/wire/kept-text.js';

const sized = (text: z.ZodString, longest: number) =>
  text.min(1, 'must not be empty').max(longest, `must be at most ${longest} characters long`);
/** Ids, and values that are looked up. */
const text = (longest: number) => sized(keptText(), longest);
/** What people read. */
const shown = (longest: number) => sized(keptVisibleText(), longest);

const webAddress = z
  .url({ protocol: /^https?$/, hostname: /./, normalize: true, error: 'must be an http or https address' })
  .max(2000, 'must be at most 2000 characters long');
const currency = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .superRefine((value, { addIssue }) => {
    const message = formerCurrency(value) ?? (isCurrency(value) ? undefined : 'must be a currency code of ISO 4217');
    if (message !== undefined) addIssue({ code: 'custom', message });
  });
const money = z.number().min(0, 'must not be negative').max(1e9, 'must be at most 1,000,000,000');
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?$/;
/** With an offset; without one, local time at the venue. */
const instant = z
  .string()
  .refine(
    (value) => INSTANT.test(value) && DateTime.fromISO(value).isValid,
    'must be a date and time such as 2027-05-01T20:00',
  );
const day = z.iso.date('must be a date such as 2027-05-01');

export const ticketTypeInput = z.strictObject({
  id: text(100).describe('Your own id, unique within the event.'),
  name: shown(200),
  price: money.describe("The ticket's own price; 0 is a free ticket."),
  fees: money.nullish().describe('Fees and tax on top of `price`. Give `fees` or `total`.'),
  total: money.nullish().describe('What the buyer pays in all.'),
  currency: currency.nullish().describe("Default: the event's `currency`."),
  capacity: z.int('must be a whole number').min(0, 'must not be negative').max(1_000_000, 'must be at most 1,000,000'),
  max_per_order: z.int('must be a whole number').min(1, 'must be 1 to 20').max(20, 'must be 1 to 20').nullish(),
  sales_from: instant.nullish(),
  sales_until: instant.nullish(),
});

/** The catalogue's own input shape, one event (docs/catalogue.md). Unknown fields are refused; null counts as absent. */
export const catalogueInput = z.strictObject({
  external_id: text(200).describe('Your own stable id: the same id is the same event.'),
  name: shown(300),
  status: eventStatus.nullish(),
  starts_at: instant.nullish(),
  ends_at: instant.nullish(),
  date: day.nullish().describe('The day as the venue calls it. Default: the day of `starts_at`.'),
  end_date: day.nullish().describe('The last day, for events of several days without an exact end.'),
  timezone: text(60).nullish().describe("IANA name. Default: the city's, or the country's if it has a single one."),
  online: z.boolean().nullish().describe('Takes place on the internet: it has no city.'),
  venue: shown(200).nullish(),
  address: shown(400).nullish(),
  city: shown(120).nullish().describe('May carry its state: `Portland, OR`.'),
  state: shown(120).nullish().describe('State or province, to tell cities of one name apart.'),
  country: shown(80).nullish().describe('ISO 3166 code, or a name.'),
  lat: z.number().min(-90, 'must be -90 to 90').max(90, 'must be -90 to 90').nullish(),
  lng: z.number().min(-180, 'must be -180 to 180').max(180, 'must be -180 to 180').nullish(),
  image: webAddress.nullish(),
  category: text(80).nullish(),
  performers: z
    .array(z.union([shown(200), z.object({ name: shown(200) }).transform((performer) => performer.name)]))
    .max(100, 'must be at most 100')
    .nullish(),
  short_description: shown(500).nullish(),
  can_share: z.boolean().nullish(),
  url: webAddress.nullish().describe("The organizer's own page."),
  currency: currency.nullish().describe('Of every price and reward that does not name its own.'),
  price: z
    .strictObject({ from: money, to: money.nullish(), currency: currency.nullish() })
    .nullish()
    .describe('For events whose tickets are sold elsewhere.'),
  reward: z
    .strictObject({
      amount: money.nullish().describe('For each eligible ticket.'),
      percent: z.number().min(0.0001, 'must be at least 0.0001').max(100, 'must be at most 100').nullish(),
      currency: currency.nullish(),
      description: shown(300).nullish(),
      budget: money.nullish().describe('The most that is paid in all.'),
    })
    .nullish(),
  ticket_types: z.array(ticketTypeInput).max(50, 'must be at most 50').nullish(),
});

export type CatalogueInput = z.infer<typeof catalogueInput>;
export type TicketTypeInput = z.infer<typeof ticketTypeInput>;
