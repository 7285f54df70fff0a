import { placeLabel } from '../core/place-label.js';
import type { ReturnCause } from '../core/return-cause.js';
import type { EventChange } from '../listings/rules/event-notice.js';
import type { Letter } from '../platform/mail/compose.js';
import { eventWhen } from './event-when.js';
import type { TicketMessages } from './messages/messages.js';
import type { OpenTicket } from './open-tickets.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

/** What a letter to a buyer is written from. */
export interface LetterInput {
  messages: TicketMessages;
  order: TicketOrderRow;
  tickets: readonly OpenTicket[];
  pageUrl: string | null;
  /** An earlier attempt may have reached the buyer. */
  repeated: boolean;
}

/** The tickets themselves; `again`: the buyer asked for them. */
export function ticketsLetter(input: LetterInput, { again }: { again: boolean }): Letter {
  const { messages: m, order, tickets } = input;
  const ended = tickets.some(({ state }) => state !== 'valid');
  return letter(input, again ? m.subject.again : m.subject.tickets, [
    again ? m.again(order.eventName) : m.bring(tickets.length, order.eventName),
    m.attached,
    ...(ended ? [m.stateNow] : []),
  ]);
}

/** Which tickets a refund took. @param refund its amount as people read it, and its tickets. */
export function refundLetter(input: LetterInput, refund: { id: string; amount: string }): Letter {
  const { messages: m, order, tickets } = input;
  const gone = tickets.filter(({ refundId }) => refundId === refund.id);
  const valid = tickets.filter(({ state }) => state === 'valid');
  return letter(input, m.subject.refund, [
    m.refunded(order.eventName),
    ...(order.eventStatus === 'cancelled' ? [m.eventStates.cancelled] : []),
    m.amountBack(refund.amount),
    m.voided(named(m, gone, tickets.length)),
    valid.length > 0 ? m.stillValid(named(m, valid, tickets.length)) : m.noneValid,
  ]);
}

/** That a payment goes back, and why. */
export function returnLetter(input: LetterInput, refund: { cause: ReturnCause | null; amount: string }): Letter {
  const { messages: m, order } = input;
  return letter(
    input,
    m.subject.returned,
    [
      m.returned(order.eventName),
      ...(refund.cause === null ? [] : [m.returnedBecause[refund.cause]]),
      m.amountBack(refund.amount),
      refund.cause === 'already_paid' ? m.returnedOnce : m.returnedWhole,
    ],
    [m.why],
  );
}

/** That the event does not take place as it was sold. @param changes what is new, at least one. */
export function eventLetter(input: LetterInput, changes: readonly EventChange[]): Letter {
  const { messages: m, order } = input;
  const kind = noticeKindOf(changes);
  const cancelledNext = order.totalMinor === 0 ? m.cancelledFree : m.cancelledNext;
  const next = { cancelled: cancelledNext, postponed: m.postponedNext };
  const nextText = kind === 'cancelled' || kind === 'postponed' ? next[kind] : m.changedNext;
  return letter(input, m.subject[kind], [m[kind](order.eventName), nextText]);
}

function noticeKindOf(
  changes: readonly EventChange[],
): 'cancelled' | 'postponed' | 'rescheduled' | 'moved' | 'dateAndPlace' {
  if (changes.includes('cancelled')) return 'cancelled';
  if (changes.includes('postponed')) return 'postponed';
  if (!changes.includes('place')) return 'rescheduled';
  return changes.includes('date') ? 'dateAndPlace' : 'moved';
}

/** `Ticket 2 of 3 (…H8R3C)`: by the end of the code, which is printed on it. */
function named(m: TicketMessages, tickets: readonly OpenTicket[], count: number): string {
  return tickets.map(({ position, code }) => `${m.ticketOf(position, count)} (…${code.slice(-5)})`).join(', ');
}

function letter(
  { messages: m, order, pageUrl, repeated }: LetterInput,
  subject: string,
  paragraphs: string[],
  notes = [m.keepSafe, m.why],
): Letter {
  const sample = order.mode === 'test';
  const place = placeLabel(order, m.locale);
  return {
    subject: `${sample ? `${m.sample}: ` : ''}${subject}: ${order.eventName}`,
    language: m.language,
    paragraphs: [...(sample ? [m.sampleNote] : []), ...(repeated ? [m.repeated] : []), ...paragraphs],
    facts: [
      [m.event, order.eventName],
      [m.when, eventWhen(order, m.locale)],
      ...(place === null ? [] : [[m.where, place] as const]),
      ...(order.organizerName === null ? [] : [[m.organizer, order.organizerName] as const]),
      ...(order.contactEmail === null ? [] : [[m.contact, order.contactEmail] as const]),
      [m.order, order.orderId],
    ],
    action: pageUrl === null ? undefined : { label: m.showTickets, url: pageUrl, orOpen: m.orOpen },
    notes,
  };
}
