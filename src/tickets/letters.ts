import { groupBy } from '../core/group-by.js';
import type { Translator } from '../core/locales/translator.js';
import { placeLabel } from '../core/place-label.js';
import { readableAddress } from '../core/readable-address.js';
import type { ReturnCause } from '../core/return-cause.js';
import type { EventChange } from '../listings/rules/event-announcement.js';
import type { Letter } from '../platform/mail/compose.js';
import { ticketWhen } from './event-when.js';
import type { OpenTicket } from './open-tickets.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

export interface LetterInput {
  t: Translator;
  order: TicketOrderRow;
  tickets: readonly OpenTicket[];
  pageUrl: string | null;
  /** An earlier attempt may have reached the buyer. */
  repeated: boolean;
}

/** The tickets themselves; `again`: the buyer requested them. */
export function ticketsLetter(input: LetterInput, { again }: { again: boolean }): Letter {
  const { t, order, tickets } = input;
  const ended = tickets.some(({ state }) => state !== 'valid');
  return letter(input, again ? t('ticket.subject_again') : t('ticket.subject_tickets'), [
    again
      ? t('ticket.again', { event: order.eventName })
      : t(tickets.length === 1 ? 'ticket.bring_one' : 'ticket.bring', {
          count: tickets.length,
          event: order.eventName,
        }),
    t('ticket.attached'),
    ...(ended ? [t('ticket.state_now')] : []),
  ]);
}

/** Which tickets a refund took. @param refund its amount as people read it, and its tickets. */
export function refundLetter(input: LetterInput, refund: { id: string; amount: string }): Letter {
  const { t, order, tickets } = input;
  const gone = tickets.filter(({ refundId }) => refundId === refund.id);
  const valid = tickets.filter(({ state }) => state === 'valid');
  return letter(input, t('ticket.subject_refund'), [
    t('ticket.refunded', { event: order.eventName }),
    ...(order.eventStatus === 'cancelled' ? [t('ticket.event_cancelled')] : []),
    t('ticket.amount_back', { amount: refund.amount }),
    t('ticket.voided', { tickets: named(t, gone, tickets.length) }),
    valid.length > 0 ? t('ticket.still_valid', { tickets: named(t, valid, tickets.length) }) : t('ticket.none_valid'),
  ]);
}

/** That a payment goes back, and why. */
export function returnLetter(input: LetterInput, refund: { cause: ReturnCause | null; amount: string }): Letter {
  const { t, order } = input;
  return letter(input, t('ticket.subject_returned'), [
    t('ticket.returned', { event: order.eventName }),
    ...(refund.cause === null ? [] : [t(`ticket.returned_because_${refund.cause}`)]),
    t('ticket.amount_back', { amount: refund.amount }),
    refund.cause === 'already_paid' ? t('ticket.returned_once') : t('ticket.returned_whole'),
  ]);
}

/** The letter about changes of the event since the sale. @param changes the new facts, at least one. */
export function eventLetter(input: LetterInput, changes: readonly EventChange[]): Letter {
  const { t, order } = input;
  const kind = announcementKindOf(changes);
  const cancelledNext = order.totalMinor === 0 ? t('ticket.cancelled_free') : t('ticket.cancelled_next');
  const next = { cancelled: cancelledNext, postponed: t('ticket.postponed_next') };
  const nextText = kind === 'cancelled' || kind === 'postponed' ? next[kind] : t('ticket.changed_next');
  return letter(input, t(`ticket.subject_${kind}`), [t(`ticket.${kind}`, { event: order.eventName }), nextText]);
}

function announcementKindOf(
  changes: readonly EventChange[],
): 'cancelled' | 'postponed' | 'rescheduled' | 'moved' | 'date_and_place' {
  if (changes.includes('cancelled')) return 'cancelled';
  if (changes.includes('postponed')) return 'postponed';
  if (!changes.includes('place')) return 'rescheduled';
  return changes.includes('date') ? 'date_and_place' : 'moved';
}

/** `Ticket 2 of 3 (Standing, …H8R3C)`: by its type and the end of the code, which are printed on it. */
function named(t: Translator, tickets: readonly OpenTicket[], count: number): string {
  return tickets
    .map(({ position, type, code }) => `${t('ticket.ticket_of', { position, count })} (${type}, …${code.slice(-5)})`)
    .join(', ');
}

/** `2 × Standing, 1 × Seat`: the tickets by type, in their order. */
function counted(tickets: readonly OpenTicket[]): string {
  const types = [...groupBy(tickets, ({ ticketTypeId }) => ticketTypeId).values()];
  return types.map((same) => `${same.length} × ${same[0]?.type}`).join(', ');
}

function letter({ t, order, tickets, pageUrl, repeated }: LetterInput, subject: string, paragraphs: string[]): Letter {
  const isOpen = order.eventStatus !== 'cancelled' && tickets.some(({ state }) => state === 'valid');
  const sample = order.mode === 'test';
  const place = placeLabel(order, t.locale);
  return {
    subject: `${sample ? `${t('ticket.sample')}: ` : ''}${subject}: ${order.eventName}`,
    language: t.language,
    paragraphs: [
      ...(sample ? [t('ticket.sample_note')] : []),
      ...(repeated ? [t('ticket.repeated')] : []),
      ...paragraphs,
    ],
    facts: [
      [t('ticket.event'), order.eventName],
      [t('ticket.when'), ticketWhen(order, t)],
      ...(place === null ? [] : [[t('ticket.where'), place] as const]),
      ...(tickets.length === 0 ? [] : [[t('event.tickets'), counted(tickets)] as const]),
      ...(order.organizerName === null ? [] : [[t('ticket.organizer'), order.organizerName] as const]),
      ...(order.contactEmail === null ? [] : [[t('page.contact'), readableAddress(order.contactEmail)] as const]),
      [t('ticket.order'), order.orderId],
    ],
    action:
      pageUrl === null ? undefined : { label: t('ticket.show_tickets'), url: pageUrl, orOpen: t('ticket.or_open') },
    notes: [...(isOpen ? [t('ticket.keep_safe')] : []), t('ticket.why')],
  };
}
