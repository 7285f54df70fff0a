import { z } from 'zod';
import { ANY_YEAR, dayFault, readInstant } from '../dates.js';

/** Query parameters are read strictly: `1.0`, ` 1` and `1e3` are no integers. `meta` describes the parsed value in OpenAPI. */

const INTEGER = /^-?(0|[1-9]\d{0,15})$/;
/** As JSON writes numbers: JavaScript and Python print small ones with an exponent and up to 17 digits. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,24})?([eE][+-]?\d{1,3})?$/;

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return `, ${min} or more`;
  return max === undefined ? '' : `, at most ${max}`;
}

function numeric(pattern: RegExp, message: string, min: number | undefined, max: number | undefined) {
  return z.string().transform((text, issue) => {
    const value = pattern.test(text) ? Number(text) : Number.NaN;
    if (value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)) {
      return value === 0 ? 0 : value;
    }
    issue.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A whole number between the two, inclusive. */
export function integer(min?: number, max?: number) {
  const message = `must be a whole number${range(min, max)}`;
  return numeric(INTEGER, message, min, max).meta({ type: 'integer', minimum: min, maximum: max });
}

/** A decimal number between the two, inclusive. */
export function decimal(min?: number, max?: number) {
  const message = `must be a number${range(min, max)}`;
  return numeric(NUMBER, message, min, max).meta({ type: 'number', minimum: min, maximum: max });
}

/** Page size. The library leaves the default of a transformed value out of its schema, hence the mark. */
export function limit(max: number, standard: number) {
  return integer(1, max).default(standard).meta({ 'x-default': standard, description: 'Most items on a page.' });
}

export const flag = z
  .enum(['true', 'false'], 'must be `true` or `false`')
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: undefined });

/** Free text, at least one character. */
export function text(max: number) {
  return z.string().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);
}

/** Ids of up to 80 characters with commas between them, at most `max`; each comes out once, in the order given. */
export function idList(max: number) {
  const message = `must be 1 to ${max} ids with commas between them`;
  const id = '^[A-Za-z0-9_-]{1,80}$';
  const shape = new RegExp(id);
  return z
    .string()
    .transform((text, issue) => {
      const ids = text.split(',');
      if (ids.length <= max && ids.every((id) => shape.test(id))) return [...new Set(ids)];
      issue.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ type: 'array', items: { type: 'string', pattern: id }, minItems: 1, maxItems: max, 'x-commas': true });
}

/** An ISO 3166 code in either case; upper case comes out. */
export const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters')
  .transform((code) => code.toUpperCase());

export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be a currency code of three letters')
  .transform((code) => code.toUpperCase());

/** A page's `next`, not yet decoded. */
export const cursor = z
  .string()
  .min(1, 'must not be empty')
  .max(512, 'is not a cursor of ours')
  .describe('`next` of the page before. It remembers its filters: send it alone, or with another `limit`.');

const day = (years?: typeof ANY_YEAR) =>
  z
    .string()
    .superRefine((text, issue) => {
      const message = dayFault(text, years);
      if (message !== null) issue.addIssue({ code: 'custom', message });
    })
    .meta({ format: 'date' });

/** A calendar day that exists, of any year. */
export const date = day(ANY_YEAR);

/** A calendar day as people write it on the dashboard: its neighbours can be computed. */
export const typedDate = day();

/** An instant with its offset; comes out in UTC with six decimals. */
export const instant = z
  .string()
  .transform((text, issue) => {
    const read = readInstant(text, ANY_YEAR);
    if ('utc' in read) return read.utc;
    issue.addIssue({ code: 'custom', message: read.fault });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });
