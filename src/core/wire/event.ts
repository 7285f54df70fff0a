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
} from './common.js';

export const eventStatus = z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed']);
export type EventStatus = z.infer<typeof eventStatus>;

const availability = z.enum(['available', 'limited', 'sold_out', 'not_on_sale', 'ended']);
export type Availability = z.infer<typeof availability>;

/** Maximum length of `withdrawn` (contract: GET /events). */
export const WITHDRAWN_LIMIT = 500;

const tickets = z.object({
  from: field.numberOrNull(
    'Lowest price a buyer pays for one ticket, fees and tax included. Null when the price is unknown.',
  ),
  to: field.numberOrNull(
    'Highest price a buyer pays for one ticket, fees and tax included. Null when the price is unknown.',
  ),
  currency: currency.nullable().describe('Currency of `from` and `to`, as an ISO 4217 code. Null when unknown.'),
  availability: availability.describe(
    'Whether tickets can be bought now. `limited`: 10 tickets or a tenth are left. `not_on_sale`: sales have not ' +
      'started, are closed, or the event is postponed or cancelled. `ended`: the event is over.',
  ),
  sales_from: dateTime
    .optional()
    .describe(
      'When the first tickets go on sale, in UTC. Absent when some have no such time: they are on sale already.',
    ),
  sales_until: dateTime
    .optional()
    .describe('When the sale of the last tickets ends, in UTC. Absent when some are sold until the event.'),
  buy_url: uri.describe(
    'Link to the tickets. Use it exactly as given: it carries your attribution. You may append `sub_id`.',
  ),
});

const earn = z.object({
  eligible: field.flag(
    'Whether a sale through `buy_url` earns a reward now. The other fields are absent when it is false.',
  ),
  amount: z
    .number()
    .optional()
    .describe('Fixed reward for each eligible ticket, in `currency`. Absent when the reward is a share.'),
  percent: z
    .number()
    .optional()
    .describe(
      'Share of the price of each eligible ticket, without fees: `10` means 10 %. Absent when the reward is fixed.',
    ),
  currency: currency.optional().describe('Currency of the reward, as an ISO 4217 code.'),
  description: z.string().optional().describe('The reward in the words of the organizer. Absent when it gave none.'),
});

const display = z.object({
  short_description: field.textOrNull('One or two sentences about the event. Null when there are none.'),
  date_label: field.text(
    'The date and time as text, in the time zone of the venue. Online events, and times in UTC, name their offset: `20:00 UTC+2`.',
  ),
  price_label: field.text('The price range as text.'),
});

/** Contract: Resources, Event. Every top-level field is always present. */
export const event = z
  .object({
    id: field.text('Identifier of the event. Use it exactly as given. Sample events begin with `evt_test_`.'),
    name: field.text('Name of the event. Sample events begin with `TEST EVENT — NO REAL MONEY`.'),
    status: eventStatus.describe(
      'Where the event stands. `rescheduled`: it has a new date. `postponed`: the new date is not known yet. ' +
        '`cancelled` and `completed` are final.',
    ),
    starts_at: dateTime.nullable().describe('Exact start, in UTC. Null when the organizer gave only a date.'),
    ends_at: dateTime.nullable().describe('Exact end, in UTC. Null when the organizer gave none.'),
    date: calendarDate.describe('The day of the event, as the venue calls it.'),
    timezone: field.textOrNull('IANA time zone of the venue, such as `Europe/Berlin`. Null when unknown.'),
    location: place.describe('Where the event takes place.'),
    image: uri.nullable().describe('Address of a picture to show with the event. Null when there is none.'),
    category: field.textOrNull('Kind of event; usable as the `category` filter. Null when unknown.'),
    performers: z
      .array(
        z.object({
          id: field.text(
            'Identifier of the performer; usable as the `performer_id` filter. The same for all events of an organizer with this ' +
              'performer.',
          ),
          name: field.text('Name of the performer.'),
        }),
      )
      .describe('Who performs. Empty when unknown.'),
    tickets: tickets.describe('Prices, availability and the link to buy.'),
    earn: earn.describe('What a sale of yours earns.'),
    can_share: field.flag('Whether the organizer lets the event be shared further, for example on social media.'),
    url: uri.describe('Public page of the event, without your attribution.'),
    display: display.describe('Ready-made words for a card. For display only, never for accounting.'),
    organizer: z
      .object({
        name: field.textOrNull('Name of the organizer. Null when it is not public.'),
        verified: field.flag('Whether we have verified who the organizer is.'),
      })
      .describe('Who puts the event on.'),
    test: field.flag('True for sample events.'),
    updated_at: dateTime.describe(
      'When what you see of the event last changed. Send the latest one as `changed_since` to get later changes. It can lie ' +
        'a few minutes ahead of the clock after many events changed at once.',
    ),
    inventory_updated_at: dateTime
      .nullable()
      .describe('When tickets were last held, sold or returned. Null when we do not sell the tickets.'),
  })
  .meta({ id: 'Event', description: 'A live event that you may show.' });
export type Event = z.infer<typeof event>;

export const withdrawn = z
  .object({
    id: field.text('Identifier of the event. Stop showing it and remove its `buy_url`.'),
    withdrawn_at: dateTime.describe(
      'When it was withdrawn. Unique, and in whole milliseconds: no two are closer than 3 ms. You may cut it to whole ' +
        'seconds before you send it back as `changed_since`; do not round it up.',
    ),
  })
  .meta({ id: 'Withdrawn', description: 'An event that is no longer shared with you. The reason is never given.' });
export type Withdrawn = z.infer<typeof withdrawn>;

const category = z
  .object({
    id: field.text('Identifier of the category; usable as the `category` filter.'),
    name: field.text('Name for people, in the language of `locale`.'),
    events: wholeNumber(1).describe('Number of upcoming events you may show in it.'),
  })
  .meta({ id: 'Category', description: 'A kind of event, with a count.' });

const location = z
  .object({
    city: field.text('City name; usable as the `city` filter.'),
    country: field.textOrNull('Two-letter ISO 3166 code in capitals. Null when unknown.'),
    events: wholeNumber(1).describe('Number of upcoming events you may show there.'),
  })
  .meta({ id: 'Location', description: 'A city that has events, with a count.' });

const withdrawnEvents = z
  .array(withdrawn)
  .max(WITHDRAWN_LIMIT)
  .optional()
  .describe(
    'With `changed_since`: events withdrawn after it, oldest first, and on the first page only. At most 500: when you get 500, ' +
      'call again with `changed_since` set to the last `withdrawn_at`, until you get fewer. Always empty for a test key. ' +
      'With `ids`: those of them that were withdrawn, in the order you asked. Absent otherwise.',
  );

export const eventList = z
  .object({
    object: listObject,
    mode,
    events: z
      .array(event)
      .max(100)
      .describe(
        'A page of events: in the order of `sort`, the soonest first without it, with `changed_since` the earliest change first, or with ' +
          '`ids` in the order you asked.',
      ),
    next: nextPage,
    missing: z
      .array(z.string())
      .optional()
      .describe('Present only with `ids`: those of them that are no events you may show, in the order you asked.'),
    withdrawn: withdrawnEvents,
    notices,
  })
  .meta({ id: 'EventList', description: 'A page of events.' });

export const singleEvent = z
  .object({ object: z.literal('event').describe('Always `event`.'), mode, event: event.describe('The event.') })
  .meta({ id: 'SingleEvent', description: 'One event.' });

export const categoryList = z
  .object({
    object: listObject,
    mode,
    categories: z.array(category).describe('Categories, most events first.'),
    notices,
  })
  .meta({ id: 'CategoryList', description: 'Categories with counts.' });

export const locationList = z
  .object({
    object: listObject,
    mode,
    locations: z.array(location).max(500).describe('Cities, most events first.'),
    notices,
  })
  .meta({ id: 'LocationList', description: 'Cities with counts.' });
