import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type FieldFault, InputRefusal, refuse } from '../../core/input-refusal.js';
import { slug } from '../../core/text.js';
import type { EventDraft } from '../rules/event-draft.js';
import { type CatalogueInput, catalogueInput } from './catalogue-input.js';
import { draftPrice, draftReward, draftTicketTypes } from './draft-money.js';
import { draftPlace } from './draft-place.js';
import { draftTime } from './draft-time.js';

/** Validates and normalizes an event in the catalogue's own input shape. @throws {InputRefusal} naming every invalid field. */
export function draftEvent(input: unknown): EventDraft {
  const parsed = catalogueInput.safeParse(checkObject(input));
  if (!parsed.success) throw new InputRefusal(toFaults(parsed.error));
  return draftParsed(parsed.data);
}

/** @throws {InputRefusal} for a value that is no JSON object. */
export function checkObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('', 'not a JSON object');
  return value as Record<string, unknown>;
}

/** Detects an unchanged description: equal drafts have equal hashes. */
export function hashDraft(draft: EventDraft): string {
  const sorted = JSON.stringify(draft, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url').slice(0, 32);
}

function draftParsed(input: CatalogueInput): EventDraft {
  const place = draftPlace(input);
  const currency = input.currency ?? null;
  const ticketTypes = draftTicketTypes(input, currency, place.timezone);
  if (ticketTypes && ticketTypes.length > 0) {
    if (input.price) throw refuse('price', 'comes from the ticket types: give one or the other');
    if (input.status === 'sold_out') throw refuse('status', 'an event with ticket types is sold out when they are');
  }
  const price = draftPrice(input, currency);
  const category = input.category ? slug(input.category) : null;
  if (category === '') throw refuse('category', 'must contain a letter or a digit');
  return {
    external_id: input.external_id,
    status: input.status ?? null,
    name: input.name,
    ...draftTime(input, place.timezone),
    ...place,
    image: input.image ?? null,
    category,
    performers: [...new Set(input.performers ?? [])],
    short_description: input.short_description ?? null,
    can_share: input.can_share ?? true,
    source_url: input.url ?? null,
    ...price,
    ...draftReward(input, currency ?? price.currency ?? ticketTypes?.[0]?.currency ?? null),
    ticket_types: ticketTypes,
  };
}

/** One fault per field is enough. For a union, the value's own shape decides which fault is reported. */
function toFaults(error: z.ZodError): FieldFault[] {
  const faults = error.issues.map(mostSpecific).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), reason: 'unknown field' }));
    }
    const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    return [{ field: issue.path.join('.'), reason: missing ? 'is required' : issue.message }];
  });
  return faults.filter((fault, index) => faults.findIndex((other) => other.field === fault.field) === index);
}

function mostSpecific(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const within =
    issue.code === 'invalid_union' ? issue.errors.flat().find((error) => error.code !== 'invalid_type') : null;
  return within ? { ...within, path: [...issue.path, ...within.path] } : issue;
}
