import { translator } from '../../core/locales/messages.js';
import {
  factorAdded,
  factorRemoved,
  invitation,
  newBrowser,
  secondStepReset,
  signInLink,
} from '../../members/mails.js';
import type { Letter } from '../../platform/mail/compose.js';
import { paidLetter, readyLetter } from '../../settlements/mail-statement.js';
import { eventLetter, type LetterInput, refundLetter, returnLetter, ticketsLetter } from '../../tickets/letters.js';
import type { OpenTicket } from '../../tickets/open-tickets.js';

const COMPANY = { companyName: 'Example Partner', url: 'https://service.example/dashboard/sign-in#token' };
const OWN = { ...COMPANY, url: 'https://service.example/dashboard/security' };

const STATEMENT = {
  id: 'stm_example',
  month: '2026-10',
  version: 1,
  amount: { minor: 123_456, currency: 'EUR' },
  dueOn: '2026-12-15',
  paymentReference: 'tr_example',
};

/** Every mail that this service sends, with invented content. */
export const SAMPLE_MAILS: Readonly<Record<string, (language: string) => Letter>> = {
  invitation: () => invitation(COMPANY),
  'sign-in': () => signInLink(COMPANY),
  'new-browser': () => newBrowser(OWN, { browser: 'Firefox on Linux', ip: '192.0.2.1', at: new Date(0) }),
  'factor-added': () => factorAdded(OWN, 'A passkey'),
  'factor-removed': () => factorRemoved('A passkey')(OWN),
  'second-step-reset': () => secondStepReset(OWN),
  'statement-ready': () => readyLetter('https://service.example', STATEMENT),
  'statement-paid': () => paidLetter('https://service.example', STATEMENT),
  tickets: (language) => ticketsLetter(sample(language), { again: false }),
  'tickets-again': (language) => ticketsLetter(sample(language), { again: true }),
  'tickets-repeated': (language) => ticketsLetter({ ...sample(language), repeated: true }, { again: false }),
  refund: (language) => refundLetter(sample(language), { id: 'rfd_example', amount: '€12.50' }),
  returned: (language) => returnLetter(sample(language), { cause: 'tickets_unavailable', amount: '€25.00' }),
  cancelled: (language) => eventLetter(sample(language), ['cancelled']),
  postponed: (language) => eventLetter(sample(language), ['postponed']),
  rescheduled: (language) => eventLetter(sample(language), ['date']),
  moved: (language) => eventLetter(sample(language), ['place']),
  'date-and-place': (language) => eventLetter(sample(language), ['date', 'place']),
};

function sample(language: string): LetterInput {
  const ticket = (position: number, refundId: string | null): OpenTicket => ({
    id: `tik_example${position}`,
    orderId: 'ord_example',
    position,
    eventId: 'evt_example',
    ticketTypeId: 'tkt_example',
    type: 'Standing',
    totalMinor: 1_250,
    state: refundId === null ? 'valid' : 'refunded',
    code: `7ZK4M0QXWE9V2TDH8R3${position}`,
    usedAt: null,
    endedAt: null,
    refundId,
    voidReason: null,
  });
  return {
    t: translator(language),
    tickets: [ticket(1, null), ticket(2, 'rfd_example')],
    pageUrl: 'https://service.example/tickets/token',
    repeated: false,
    order: {
      orderId: 'ord_example',
      mode: 'live',
      status: 'partially_refunded',
      quantity: 2,
      currency: 'EUR',
      totalMinor: 2_500,
      refundedMinor: 1_250,
      buyerEmail: 'ada@example.org',
      buyerName: 'Ada Łovelace',
      paidAt: new Date('2026-11-02T09:00:00Z'),
      language: null,
      eventId: 'evt_example',
      eventName: 'Concert in the Park',
      eventStatus: 'scheduled',
      startsAt: new Date('2026-12-02T20:00:00Z'),
      endsAt: null,
      date: '2026-12-02',
      timezone: 'Europe/Lisbon',
      utcOffset: null,
      online: false,
      venue: 'Coliseu',
      address: null,
      city: 'Lisbon',
      country: 'PT',
      lat: null,
      lng: null,
      organizerName: 'Example Concerts',
      contactEmail: 'help@concerts.example',
      termsUrl: null,
      sourceUrl: null,
    },
  };
}
