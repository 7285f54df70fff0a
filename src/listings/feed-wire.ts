import { z } from 'zod';
import { text } from '../core/wire/query.js';
import { eventFilterShape, localeShape, pageShape } from './wire.js';

export const FEED_FILES = ['events.json', 'events.rss', 'events.xml', 'events.csv', 'events.ics'] as const;
export const feedFile = z.enum(FEED_FILES);
export type FeedFile = z.infer<typeof feedFile>;

/** Query of `GET /feeds/{file}` (contract): some of the events list's filters. */
export const feedQuery = z.object({
  key: text(200)
    .optional()
    .describe('A website key or test key, because feed readers cannot send headers; a server key is refused.'),
  city: eventFilterShape.city,
  country: eventFilterShape.country,
  category: eventFilterShape.category,
  venue_id: eventFilterShape.venue_id,
  performer_id: eventFilterShape.performer_id,
  limit: pageShape.limit,
  ...localeShape,
});
export type FeedQuery = z.infer<typeof feedQuery>;
