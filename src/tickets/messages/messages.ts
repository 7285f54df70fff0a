import type { ReturnCause } from '../../core/return-cause.js';
import { de } from './de.js';
import { en } from './en.js';

/** What buyers read in mails, on tickets and on their order's page. Adding a language is one file and its line below. */
export interface TicketMessages {
  /** BCP 47: for dates and amounts, and the language of pages and mails. */
  locale: string;
  language: string;

  sample: string;
  sampleNote: string;
  repeated: string;
  subject: {
    tickets: string;
    again: string;
    refund: string;
    returned: string;
    cancelled: string;
    postponed: string;
    rescheduled: string;
    moved: string;
    dateAndPlace: string;
  };
  bring: (count: number, event: string) => string;
  again: (event: string) => string;
  attached: string;
  stateNow: string;
  refunded: (event: string) => string;
  amountBack: (amount: string) => string;
  /** A payment goes back: that it does, why, and what it means for the order. */
  returned: (event: string) => string;
  returnedBecause: Readonly<Record<ReturnCause, string>>;
  returnedWhole: string;
  returnedOnce: string;
  voided: (tickets: string) => string;
  stillValid: (tickets: string) => string;
  noneValid: string;
  cancelled: (event: string) => string;
  cancelledNext: string;
  /** Of an order that cost nothing. */
  cancelledFree: string;
  postponed: (event: string) => string;
  postponedNext: string;
  rescheduled: (event: string) => string;
  moved: (event: string) => string;
  dateAndPlace: (event: string) => string;
  changedNext: string;
  /** For an order that was placed before the change. */
  dateWas: (when: string) => string;
  placeWas: (place: string) => string;
  postponedSince: string;
  why: string;
  keepSafe: string;
  orOpen: string;
  showTickets: string;

  ticket: string;
  ticketOf: (position: number, count: number) => string;
  event: string;
  when: string;
  where: string;
  kind: string;
  price: string;
  priceText: (price: string) => string;
  free: string;
  name: string;
  seller: string;
  code: string;
  order: string;
  organizer: string;
  total: string;
  terms: string;
  termsText: string;
  doorHint: string;
  states: { valid: string; used: string; refunded: string; void: string };
  eventStates: { cancelled: string; postponed: string; rescheduled: string; completed: string };
  usedAt: (time: string) => string;

  pageTitle: string;
  download: string;
  calendar: string;
  resend: string;
  resendHint: string;
  resent: string;
  resentLately: string;
  nobodyToSend: string;
  ifCancelled: string;
  ifCancelledText: string;
  /** @param after how long after a cancellation refunds usually start, such as `24 hours`. */
  ifCancelledRefund: (after: string) => string;
  /** What becomes of the money of a cancelled event. */
  refundStarts: (amount: string, time: string) => string;
  refundFollows: (amount: string) => string;
  refundDone: (amount: string) => string;
  contact: string;
  contactText: (organizer: string) => string;
  unknownTitle: string;
  unknownText: string;
}

const LANGUAGES: Readonly<Record<string, TicketMessages>> = { en, de };

/** The messages of a language, such as `de`; English for one that there is none of. */
export function messagesOf(language: string | null | undefined): TicketMessages {
  return LANGUAGES[language ?? 'en'] ?? en;
}
