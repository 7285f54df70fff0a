import { z } from 'zod';
import { calendarDate, dateTime, mode, notices, uri } from './common.js';

export const eventStatus = z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed']);
export type EventStatus = z.infer<typeof eventStatus>;

export const availability = z.enum(['available', 'limited', 'sold_out', 'not_on_sale', 'ended']);
export type Availability = z.infer<typeof availability>;

/** Contract: Resources, Event. Every top-level field is always present. */
export const event = z
  .object({
    id: z.string(),
    name: z.string(),
    status: eventStatus,
    starts_at: dateTime.nullable(),
    ends_at: dateTime.nullable(),
    date: calendarDate,
    timezone: z.string().nullable(),
    location: z.object({
      venue: z.string().nullable(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      country: z.string().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    }),
    image: uri.nullable(),
    category: z.string().nullable(),
    performers: z.array(z.object({ name: z.string() })),
    tickets: z.object({
      from: z.number().nullable(),
      to: z.number().nullable(),
      currency: z.string().nullable(),
      availability,
      buy_url: uri.describe('Use exactly as given: it carries your attribution. `sub_id` may be appended.'),
    }),
    earn: z.object({
      eligible: z.boolean(),
      amount: z.number().optional(),
      percent: z.number().optional(),
      currency: z.string().optional(),
      description: z.string().optional(),
    }),
    can_share: z.boolean(),
    url: uri,
    display: z.object({
      short_description: z.string().nullable(),
      date_label: z.string(),
      price_label: z.string(),
    }),
    organizer: z.object({ name: z.string().nullable(), verified: z.boolean() }),
    test: z.boolean(),
    updated_at: dateTime,
    inventory_updated_at: dateTime.nullable(),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof event>;

export const withdrawn = z.object({ id: z.string(), withdrawn_at: dateTime }).meta({ id: 'Withdrawn' });
export type Withdrawn = z.infer<typeof withdrawn>;

export const category = z.object({ id: z.string(), events: z.int().min(1) }).meta({ id: 'Category' });
export type Category = z.infer<typeof category>;

export const location = z
  .object({ city: z.string(), country: z.string().nullable(), events: z.int().min(1) })
  .meta({ id: 'Location' });
export type Location = z.infer<typeof location>;

export const eventList = z
  .object({
    object: z.literal('list'),
    mode,
    events: z.array(event),
    next: z.string().nullable(),
    withdrawn: z.array(withdrawn).optional(),
    notices,
  })
  .meta({ id: 'EventList' });

export const singleEvent = z.object({ object: z.literal('event'), mode, event }).meta({ id: 'SingleEvent' });

export const categoryList = z
  .object({ object: z.literal('list'), mode, categories: z.array(category), notices })
  .meta({ id: 'CategoryList' });

export const locationList = z
  .object({ object: z.literal('list'), mode, locations: z.array(location), notices })
  .meta({ id: 'LocationList' });
