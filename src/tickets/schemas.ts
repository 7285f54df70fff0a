import { z } from 'zod';
import { count, countOrNull, instant, instantOrNull, text, textOrNull } from '../core/schema.js';
import { UNDELIVERED_STATES } from '../platform/mail/workflow.js';
import { TICKET_STATES } from './rules/ticket-state.js';

export const ticket = z.object({
  id: text,
  position: count,
  ticket_type_id: text,
  type: text,
  state: z.enum(TICKET_STATES),
  used_at: instantOrNull,
  ended_at: instantOrNull,
  refund_id: textOrNull,
  void_reason: textOrNull,
});

export const ticketMail = z.object({
  id: text,
  kind: text,
  state: text,
  attempts: count,
  /** How often it was sent as a possible repeat. */
  repeats: count,
  answer: countOrNull,
  created_at: instant,
  ended_at: instantOrNull,
});

export const doorLine = z.object({
  code: text,
  name: textOrNull,
  type: text,
  state: text,
  used_at: instantOrNull,
  order_id: text,
  position: count,
  ticket_id: text,
});

export const organizerKey = z.object({
  id: text,
  organizer_id: text,
  name: text,
  last_four: text,
  created_at: instant,
  revoked_at: instantOrNull,
});

export const createdOrganizerKey = organizerKey
  .pick({ id: true })
  .extend({ key: text.describe('Shown once: only its hash is stored.') });

export const eventAnnouncement = z.object({
  id: text,
  event_id: text,
  kind: text,
  state: text,
  queued: count,
  changed_at: instant,
  /** When the change has settled and its buyers are notified; null: at once. */
  announce_at: instantOrNull,
  ended_at: instantOrNull,
});

export const undeliveredMail = z.object({
  id: text,
  order_id: textOrNull,
  reason: text,
  state: z.enum(UNDELIVERED_STATES),
  attempts: countOrNull,
  answer: ticketMail.shape.answer,
  created_at: instant,
  ended_at: instantOrNull,
});
