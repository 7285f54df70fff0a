import { z } from 'zod';
import { isStorable } from '../../src/core/text.js';
import { checkCombination, eventFilterShape, localeShape, pageShape, upcomingShape } from '../../src/listings/wire.js';

/**
 * Arguments of the tools. Text has the rules of the query parameters of the same names; numbers are JSON numbers
 * (`readArguments` reads numbers in text first). Unknown arguments are refused, so that an assistant sees a misspelled
 * filter instead of reading an unfiltered list.
 */

const { locale } = localeShape;
const { city, country, category, from, to, artist, q, venue_id, performer_id } = eventFilterShape;

function number(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`;
  return z.number(message).min(min, message).max(max, message);
}

function limit(max: number, standard: number, things: string) {
  const message = `must be a whole number from 1 to ${max}`;
  const size = z.int(message).min(1, message).max(max, message);
  return size.default(standard).describe(`Maximum number of ${things}.`);
}

const page = {
  limit: limit(100, 20, 'events'),
  cursor: pageShape.cursor.describe('`next` of the page before, with the same filters.'),
  locale,
};

interface Issues {
  value: Record<string, unknown>;
  issues: z.core.$ZodRawIssue[];
}

function checkText({ value, issues }: Issues): void {
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string' || isStorable(text)) continue;
    issues.push({ code: 'custom', path: [name], message: 'must not contain NUL or invalid characters', input: text });
  }
}

export const findEventsArguments = z
  .strictObject({
    ...{ city, country, category, from, to, artist, q, venue_id, performer_id },
    ...upcomingShape,
    ...page,
  })
  .check(checkText, checkCombination);

export const findEventsNearArguments = z
  .strictObject({
    lat: number(-90, 90).describe('Latitude in degrees.'),
    lng: number(-180, 180).describe('Longitude in degrees.'),
    radius: number(1, 500).default(50).describe('Radius in kilometres.'),
    category,
    from,
    to,
    ...page,
  })
  .check(checkText, checkCombination);

export const findEventsByCategoryArguments = z
  .strictObject({ category: category.unwrap(), city, country, from, to, ...page })
  .check(checkText, checkCombination);

export const getEventArguments = z
  .strictObject({
    id: z.string().min(1, 'must not be empty').describe('`id` of an event, exactly as returned.'),
    locale,
  })
  .check(checkText);

export const listCategoriesArguments = z.strictObject({ country, locale }).check(checkText);

export const listLocationsArguments = z.strictObject({ country, limit: limit(500, 200, 'cities') }).check(checkText);
