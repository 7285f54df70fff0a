import { z } from 'zod';
import { containsCredential } from '../key-format.js';
import { MODES } from '../mode.js';

/*
 * Descriptions belong to the fields; these schemas are shared and contain what is true everywhere. Patterns next to
 * `format` are left out of the OpenAPI document, because generators cannot handle both.
 */

export const uri = z.url();
export const dateTime = z.iso.datetime().meta({ pattern: undefined });
export const calendarDate = z.iso.date().meta({ pattern: undefined });
/** Fields with their descriptions. */
export const field = {
  text: (about: string) => z.string().describe(about),
  textOrNull: (about: string) => z.string().nullable().describe(about),
  number: (about: string) => z.number().describe(about),
  numberOrNull: (about: string) => z.number().nullable().describe(about),
  flag: (about: string) => z.boolean().describe(about),
};
/** A whole number from `least` on. The maximum of JSON numbers is left out of the document. */
export const wholeNumber = (least = 0) => z.int().min(least).meta({ maximum: undefined });
export const currency = field.text('Three-letter ISO 4217 code in capitals, such as `EUR`.');

export const mode = z
  .enum(MODES)
  .describe('`test`: sample data, for test keys and the sandbox. `live`: real events and real money.');

/** `"code: sentence"` notices about a response. */
export const notices = z
  .array(z.string())
  .optional()
  .describe(
    'Notices about this response, each `code: sentence`, such as `unknown_place: …`. Absent when there are none.',
  );
/** `next` of a list. */
export const nextPage = field.textOrNull('Send it as `cursor` to get the next page. Null on the last page.');
export const listObject = z.literal('list').describe('Always `list`.');
/** A partner's own click id, passed from a buy link to the sale (contract: Limits). */
export const subId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,100}$/, 'must be 1 to 100 letters, digits, `.`, `_`, `~` or `-`')
  .refine((text) => !containsCredential(text), 'must not contain a key, token or secret');

/** Where an event takes place: `location` of an event, `destination` of an offer. */
export const place = z.object({
  venue: field.textOrNull('Name of the venue. Null when the organizer gave none.'),
  venue_id: field.textOrNull(
    'Identifier of the venue; usable as the `venue_id` filter. The same for all events of an organizer at this venue. Null when ' +
      '`venue` is.',
  ),
  address: field.textOrNull('Street address, in the form the organizer wrote it. Null when unknown.'),
  city: field.textOrNull('City name; usable as the `city` filter. Null when unknown.'),
  country: field.textOrNull('Two-letter ISO 3166 code in capitals, such as `DE`. Null when unknown.'),
  lat: field.numberOrNull('Latitude in degrees (WGS 84). Null when unknown.'),
  lng: field.numberOrNull('Longitude in degrees (WGS 84). Null when unknown.'),
});
