import { z } from 'zod';
import { count, flag, text, textOrNull } from '../core/schema.js';

export const organizer = z.object({
  source: text,
  name: textOrNull,
  contact_email: textOrNull,
  logo_url: textOrNull,
  terms_url: textOrNull,
  privacy_url: textOrNull,
  refunds_url: textOrNull,
});

export const paymentAccount = z.object({
  source: text,
  mode: text,
  account: text,
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  currency: textOrNull,
  country: textOrNull,
  /** The facts that the organizer has not given yet, by the processor's names. */
  requirements: z.array(text),
  disabled_reason: textOrNull,
  /** Where the organizer gives it; valid for minutes. */
  link: textOrNull,
});

export const writtenEvents = z.object({ created: count, updated: count, unchanged: count });

export const importedEvents = writtenEvents.extend({
  read: count,
  repeated: count,
  refused: count,
  noted: count,
  /** By line of the input; the first thousand. */
  refusals: z.array(z.object({ line: count, faults: z.array(z.object({ field: text, reason: text })) })),
  /** By line of the input; the first thousand events. `kept`: the member was imported. */
  notes: z.array(
    z.object({
      line: count,
      external_id: text,
      members: z.array(z.object({ member: text, value: text, reason: text, kept: flag })),
    }),
  ),
});

/** `changed`: listings that changed for partners, who are notified. */
export const rebuiltListings = z.object({ events: count, changed: count });

/** A change of an event. `changed` is false when nothing changed. */
export const changedEvent = z.object({ id: text, changed: flag });

/** Everything that the catalogue has about an event: columns of its tables, for debugging. They may change. */
export const eventRows = z.object({
  event: z.record(text, z.unknown()),
  ticket_types: z.array(z.record(text, z.unknown())),
});
