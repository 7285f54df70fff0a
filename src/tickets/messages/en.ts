import type { TicketMessages } from './messages.js';

export const en: TicketMessages = {
  locale: 'en-GB',
  language: 'en',

  sample: 'SAMPLE',
  sampleNote: 'This is a sample from the sandbox. It lets nobody in, and no money was paid.',
  repeated:
    'You may have had this mail before: we could not tell whether it reached you. This one says how things are now.',
  subject: {
    tickets: 'Your tickets',
    again: 'Your tickets again',
    refund: 'Your refund',
    returned: 'Your payment was returned',
    cancelled: 'Cancelled',
    postponed: 'Postponed',
    rescheduled: 'New date',
  },
  bring: (count, event) =>
    count === 1 ? `Here is your ticket for ${event}.` : `Here are your ${count} tickets for ${event}.`,
  again: (event) =>
    `As requested, here are your tickets for ${event} again. They replace none: each code still lets one person in.`,
  attached: 'The PDF has a page for each ticket. Show its code at the door, printed or on your phone.',
  stateNow: 'Tickets that no longer count are marked.',
  refunded: (event) => `We have refunded tickets for ${event}.`,
  amountBack: (amount) => `${amount} go back to the card or account that paid. Banks take up to ten days to show it.`,
  returned: (event) => `We could not accept a payment for ${event} and are returning it in full.`,
  returnedBecause: {
    order_cancelled: 'The order had been cancelled before the payment reached us.',
    event_cancelled: 'The event was cancelled.',
    event_withdrawn: 'The payment reached us after your reservation had ended, and the event is no longer sold here.',
    event_over: 'The payment reached us after your reservation had ended, and the event is over.',
    event_postponed:
      'The payment reached us after your reservation had ended, and the event has been postponed. There is no new date yet.',
    payment_too_late: 'The payment reached us more than a day after your reservation had ended.',
    sales_ended: 'The payment reached us after your reservation had ended, and ticket sales are closed.',
    sales_not_open:
      'The payment reached us after your reservation had ended, and the tickets are not on sale at the moment.',
    price_changed: 'The payment reached us after your reservation had ended, and the price of the tickets has changed.',
    quantity_over_limit:
      'The payment reached us after your reservation had ended, and one order can no longer have that many tickets.',
    tickets_unavailable: 'The payment reached us after your reservation had ended, and not enough tickets are left.',
    already_paid: 'The order had been paid before.',
  },
  returnedWhole: 'This order has no tickets.',
  returnedOnce: 'Nothing else about your order changes.',
  voided: (tickets) => `No longer valid: ${tickets}.`,
  stillValid: (tickets) => `Still valid: ${tickets}.`,
  noneValid: 'No ticket of this order is valid any more.',
  cancelled: (event) =>
    `${event} was cancelled by its organizer. It will not take place, and your tickets are no longer valid.`,
  cancelledNext: 'You do not need to do anything. We write to you when your money is on its way back.',
  cancelledFree: 'You do not need to do anything. The order cost nothing, so there is nothing to refund.',
  postponed: (event) => `${event} was postponed by its organizer. There is no new date yet.`,
  postponedNext: 'Your tickets stay valid for the new date. We write to you when it is known.',
  rescheduled: (event) => `${event} has a new date. Your tickets are valid for it.`,
  rescheduledNext: 'The calendar file attached replaces the one you have. If you cannot come, contact the organizer.',
  why: 'You get this mail because this address ordered the tickets.',
  keepSafe: 'Whoever has a code can use it, and only the first person gets in. Do not post tickets online.',
  orOpen: 'Or open this address:',
  showTickets: 'Show my tickets',

  ticket: 'Ticket',
  ticketOf: (position, count) => `Ticket ${position} of ${count}`,
  event: 'Event',
  when: 'When',
  where: 'Where',
  kind: 'Type',
  price: 'Price',
  priceText: (price) => `${price}, fees and tax included`,
  free: 'Free',
  name: 'Name',
  seller: 'Sold by',
  code: 'Code',
  order: 'Order',
  organizer: 'Organizer',
  total: 'Paid',
  terms: 'Terms',
  termsText:
    'This ticket admits one person, once: the first check of its code counts. It was sold for the organizer named here, who ' +
    'runs the event. If the event is cancelled, the full price is refunded. A refunded ticket is no longer valid.',
  doorHint: 'Show this code at the door.',
  states: { valid: 'valid', used: 'used', refunded: 'refunded', void: 'not valid' },
  eventStates: {
    cancelled: 'This event was cancelled.',
    postponed: 'This event was postponed. Your tickets stay valid.',
    rescheduled: 'This event has a new date, shown here.',
    completed: 'This event is over.',
  },
  usedAt: (time) => `used ${time}`,

  pageTitle: 'Your tickets',
  download: 'Download as PDF',
  calendar: 'Add to calendar',
  resend: 'Send the tickets again',
  resendHint: 'They go to the address of the order, which is not shown here.',
  resent: 'The tickets are on their way.',
  resentLately: 'We sent the tickets a short while ago. Look in your spam folder, or try again later.',
  nobodyToSend: 'This order has no address any more, so nothing can be sent.',
  ifCancelled: 'If plans change',
  ifCancelledText:
    'If the event is postponed or moved, your tickets stay valid and we write to you. After a refund we write to you which ' +
    'tickets are no longer valid.',
  ifCancelledRefund: (after) =>
    `If the event is cancelled, we refund what you paid without you asking, usually ${after} after the cancellation.`,
  refundStarts: (amount, time) => `We refund ${amount} after ${time}. You do not need to do anything.`,
  refundFollows: (amount) =>
    `You do not need to do anything. We write to you when the refund of ${amount} is on its way.`,
  refundDone: (amount) => `We have refunded ${amount}. Banks take up to ten days to show it.`,
  contact: 'Questions',
  contactText: (organizer) => `${organizer} runs this event and answers questions about it.`,
  unknownTitle: 'Page not found',
  unknownText: 'No order has this link. Check that you have all of it, or use the link in the newest mail.',
};
