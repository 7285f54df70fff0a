import type { TicketMessages } from './messages.js';

export const de: TicketMessages = {
  locale: 'de-DE',
  language: 'de',

  sample: 'MUSTER',
  sampleNote: 'Dies ist ein Muster aus der Sandbox. Es berechtigt nicht zum Einlass, und es wurde nichts bezahlt.',
  repeated:
    'Möglicherweise haben Sie diese E-Mail schon einmal erhalten: Wir konnten nicht feststellen, ob sie angekommen ist. Hier finden Sie den aktuellen Stand.',
  subject: {
    tickets: 'Ihre Tickets',
    again: 'Ihre Tickets (erneut gesendet)',
    refund: 'Ihre Erstattung',
    returned: 'Ihre Zahlung wurde erstattet',
    cancelled: 'Abgesagt',
    postponed: 'Verschoben',
    rescheduled: 'Neuer Termin',
    moved: 'Neuer Veranstaltungsort',
    dateAndPlace: 'Neuer Termin und Ort',
  },
  bring: (count, event) =>
    count === 1 ? `Hier ist Ihr Ticket für ${event}.` : `Hier sind Ihre ${count} Tickets für ${event}.`,
  again: (event) =>
    `Wie gewünscht senden wir Ihnen Ihre Tickets für ${event} noch einmal. Es sind dieselben Tickets: Jeder Code gilt weiterhin für eine Person.`,
  attached:
    'Das PDF enthält eine Seite pro Ticket. Zeigen Sie den Code am Einlass vor, ausgedruckt oder auf dem Smartphone.',
  stateNow: 'Nicht mehr gültige Tickets sind gekennzeichnet.',
  refunded: (event) => `Wir haben Ihnen Tickets für ${event} erstattet.`,
  amountBack: (amount) =>
    `Den Betrag von ${amount} erstatten wir über das Zahlungsmittel, mit dem Sie bezahlt haben. Bis zur Gutschrift kann es bis zu zehn Tage dauern.`,
  returned: (event) => `Wir konnten eine Zahlung für ${event} nicht annehmen und erstatten sie vollständig.`,
  returnedBecause: {
    order_cancelled: 'Die Bestellung war bereits storniert, als die Zahlung bei uns einging.',
    event_cancelled: 'Die Veranstaltung wurde abgesagt.',
    event_withdrawn:
      'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und die Veranstaltung wird hier nicht mehr verkauft.',
    event_over: 'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und die Veranstaltung ist vorbei.',
    event_postponed:
      'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und die Veranstaltung wurde verschoben. Ein neuer Termin steht noch nicht fest.',
    payment_too_late: 'Die Zahlung ging mehr als einen Tag nach Ablauf Ihrer Reservierung ein.',
    sales_ended: 'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und der Verkauf ist beendet.',
    sales_not_open:
      'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und die Tickets sind zurzeit nicht im Verkauf.',
    price_changed:
      'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und der Preis der Tickets hat sich geändert.',
    quantity_over_limit:
      'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und so viele Tickets sind pro Bestellung nicht mehr möglich.',
    tickets_unavailable:
      'Die Zahlung ging erst nach Ablauf Ihrer Reservierung ein, und es sind nicht mehr genügend Tickets verfügbar.',
    already_paid: 'Die Bestellung war bereits bezahlt.',
  },
  returnedWhole: 'Zu dieser Bestellung gibt es keine Tickets.',
  returnedOnce: 'An Ihrer Bestellung ändert sich sonst nichts.',
  voided: (tickets) => `Nicht mehr gültig: ${tickets}.`,
  stillValid: (tickets) => `Weiterhin gültig: ${tickets}.`,
  noneValid: 'Aus dieser Bestellung ist kein Ticket mehr gültig.',
  cancelled: (event) =>
    `Der Veranstalter hat ${event} abgesagt. Die Veranstaltung findet nicht statt, und Ihre Tickets sind nicht mehr gültig.`,
  cancelledNext: 'Sie müssen nichts unternehmen. Wir schreiben Ihnen, sobald Ihr Geld auf dem Weg zurück ist.',
  cancelledFree: 'Sie müssen nichts unternehmen. Die Bestellung war kostenlos, deshalb gibt es nichts zu erstatten.',
  postponed: (event) => `Der Veranstalter hat ${event} verschoben. Ein neuer Termin steht noch nicht fest.`,
  postponedNext: 'Ihre Tickets bleiben für den neuen Termin gültig. Wir schreiben Ihnen, sobald er feststeht.',
  rescheduled: (event) => `Für ${event} gibt es einen neuen Termin. Ihre Tickets bleiben gültig.`,
  moved: (event) => `${event} findet an einem anderen Ort statt. Ihre Tickets gelten dort.`,
  dateAndPlace: (event) =>
    `Für ${event} gibt es einen neuen Termin und einen neuen Veranstaltungsort. Ihre Tickets bleiben gültig.`,
  changedNext:
    'Die angehängte Kalenderdatei ersetzt die bisherige. Wenn Sie nicht kommen können, wenden Sie sich bitte an den Veranstalter.',
  dateWas: (when) => `Der Termin hat sich seit Ihrer Bestellung geändert. Bisher: ${when}.`,
  placeWas: (place) => `Der Veranstaltungsort hat sich seit Ihrer Bestellung geändert. Bisher: ${place}.`,
  postponedSince: 'Die Veranstaltung wurde nach Ihrer Bestellung verschoben. Ein neuer Termin steht noch nicht fest.',
  why: 'Sie erhalten diese E-Mail, weil die Tickets mit dieser Adresse bestellt wurden.',
  keepSafe:
    'Jeder Code gilt nur einmal: Wer ihn zuerst vorzeigt, kommt hinein. Veröffentlichen Sie Ihre Tickets deshalb nicht im Internet.',
  orOpen: 'Oder öffnen Sie diesen Link:',
  showTickets: 'Meine Tickets anzeigen',

  ticket: 'Ticket',
  ticketOf: (position, count) => `Ticket ${position} von ${count}`,
  event: 'Veranstaltung',
  when: 'Wann',
  where: 'Wo',
  kind: 'Ticketart',
  price: 'Preis',
  priceText: (price) => `${price} inkl. Gebühren und Steuern`,
  free: 'Kostenlos',
  name: 'Name',
  seller: 'Verkauft von',
  code: 'Code',
  order: 'Bestellung',
  organizer: 'Veranstalter',
  total: 'Bezahlt',
  terms: 'Bedingungen',
  termsText:
    'Dieses Ticket berechtigt eine Person einmal zum Einlass; maßgeblich ist die erste Prüfung des Codes. Es wurde im Auftrag ' +
    'des hier genannten Veranstalters verkauft, der die Veranstaltung durchführt. Wird sie abgesagt, wird der volle Preis ' +
    'erstattet. Ein erstattetes Ticket ist nicht mehr gültig.',
  doorHint: 'Bitte zeigen Sie diesen Code am Einlass vor.',
  states: { valid: 'gültig', used: 'eingelöst', refunded: 'erstattet', void: 'ungültig' },
  eventStates: {
    cancelled: 'Diese Veranstaltung wurde abgesagt.',
    postponed: 'Diese Veranstaltung wurde verschoben. Ihre Tickets bleiben gültig.',
    rescheduled: 'Für diese Veranstaltung gibt es einen neuen Termin. Sie finden ihn hier.',
    completed: 'Diese Veranstaltung hat bereits stattgefunden.',
  },
  usedAt: (time) => `eingelöst am ${time}`,

  pageTitle: 'Ihre Tickets',
  download: 'Als PDF herunterladen',
  calendar: 'Zum Kalender hinzufügen',
  resend: 'Tickets erneut senden',
  resendHint: 'Wir senden sie an die Adresse der Bestellung, die hier nicht angezeigt wird.',
  resent: 'Die Tickets sind unterwegs.',
  resentLately:
    'Wir haben die Tickets erst vor Kurzem gesendet. Bitte sehen Sie in Ihrem Spam-Ordner nach, oder versuchen Sie es später noch einmal.',
  nobodyToSend:
    'Zu dieser Bestellung ist keine Adresse mehr gespeichert. Deshalb können wir Ihnen die Tickets nicht senden.',
  ifCancelled: 'Wenn sich etwas ändert',
  ifCancelledText:
    'Wird die Veranstaltung verschoben oder verlegt, bleiben Ihre Tickets gültig, und wir schreiben Ihnen. Nach einer Erstattung ' +
    'teilen wir Ihnen mit, welche Tickets nicht mehr gültig sind.',
  ifCancelledRefund: (after) =>
    `Wird die Veranstaltung abgesagt, erstatten wir den gezahlten Betrag, ohne dass Sie etwas unternehmen müssen – in der Regel ${after} nach der Absage.`,
  refundStarts: (amount, time) => `Wir erstatten ${amount} ab ${time}. Sie müssen nichts unternehmen.`,
  refundFollows: (amount) =>
    `Sie müssen nichts unternehmen. Wir schreiben Ihnen, sobald die Erstattung von ${amount} auf dem Weg ist.`,
  refundDone: (amount) => `Wir haben ${amount} erstattet. Bis zur Gutschrift kann es bis zu zehn Tage dauern.`,
  contact: 'Fragen',
  contactText: (organizer) => `Fragen zur Veranstaltung beantwortet der Veranstalter, ${organizer}.`,
  unknownTitle: 'Seite nicht gefunden',
  unknownText:
    'Zu diesem Link gibt es keine Bestellung. Bitte prüfen Sie, ob der Link vollständig ist, oder verwenden Sie den Link aus der neuesten E-Mail.',
};
