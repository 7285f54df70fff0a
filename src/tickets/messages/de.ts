import type { TicketMessages } from './messages.js';

export const de: TicketMessages = {
  locale: 'de-DE',
  language: 'de',

  sample: 'MUSTER',
  sampleNote: 'Dies ist ein Muster aus der Sandbox. Es gewährt keinen Einlass, und es wurde nichts bezahlt.',
  repeated:
    'Vielleicht haben Sie diese Mail schon einmal bekommen: Wir konnten nicht feststellen, ob sie angekommen ist. Diese hier zeigt den neuesten Stand.',
  subject: {
    tickets: 'Ihre Tickets',
    again: 'Noch einmal Ihre Tickets',
    refund: 'Ihre Erstattung',
    cancelled: 'Abgesagt',
    postponed: 'Verschoben',
    rescheduled: 'Neuer Termin',
  },
  bring: (count, event) =>
    count === 1 ? `Hier ist Ihr Ticket für ${event}.` : `Hier sind Ihre ${count} Tickets für ${event}.`,
  again: (event) =>
    `Wie gewünscht noch einmal Ihre Tickets für ${event}. Sie ersetzen keine: Jeder Code gewährt weiterhin einer Person Einlass.`,
  attached: 'Das PDF enthält eine Seite je Ticket. Zeigen Sie den Code am Einlass vor, gedruckt oder auf dem Telefon.',
  stateNow: 'Tickets, die nicht mehr gelten, sind gekennzeichnet.',
  refunded: (event) => `Wir haben Tickets für ${event} erstattet.`,
  amountBack: (amount) =>
    `${amount} gehen an die Karte oder das Konto zurück, mit der oder dem bezahlt wurde. Bis zur Gutschrift können zehn Tage vergehen.`,
  voided: (tickets) => `Nicht mehr gültig: ${tickets}.`,
  stillValid: (tickets) => `Weiterhin gültig: ${tickets}.`,
  noneValid: 'Kein Ticket dieser Bestellung ist noch gültig.',
  cancelled: (event) =>
    `${event} wurde vom Veranstalter abgesagt und findet nicht statt. Ihre Tickets gelten nicht mehr.`,
  cancelledNext: 'Sie müssen nichts tun. Wir schreiben Ihnen, sobald Ihr Geld auf dem Weg zurück ist.',
  postponed: (event) => `${event} wurde vom Veranstalter verschoben. Ein neuer Termin steht noch nicht fest.`,
  postponedNext: 'Ihre Tickets gelten für den neuen Termin. Wir schreiben Ihnen, sobald er feststeht.',
  rescheduled: (event) => `${event} hat einen neuen Termin. Ihre Tickets gelten dafür.`,
  rescheduledNext:
    'Die beigefügte Kalenderdatei ersetzt die bisherige. Wenn Sie nicht kommen können, wenden Sie sich an den Veranstalter.',
  why: 'Sie erhalten diese Mail, weil mit dieser Adresse die Tickets bestellt wurden.',
  keepSafe:
    'Wer einen Code hat, kann ihn benutzen, und nur die erste Person kommt hinein. Veröffentlichen Sie keine Tickets im Internet.',
  orOpen: 'Oder öffnen Sie diese Adresse:',
  showTickets: 'Meine Tickets zeigen',

  ticket: 'Ticket',
  ticketOf: (position, count) => `Ticket ${position} von ${count}`,
  event: 'Veranstaltung',
  when: 'Wann',
  where: 'Wo',
  kind: 'Art',
  name: 'Name',
  code: 'Code',
  order: 'Bestellung',
  organizer: 'Veranstalter',
  total: 'Bezahlt',
  terms: 'Bedingungen',
  termsText:
    'Dieses Ticket gewährt einer Person einmal Einlass: Es zählt die erste Prüfung des Codes. Es wurde für den hier genannten ' +
    'Veranstalter verkauft, der die Veranstaltung durchführt. Wird sie abgesagt, wird der volle Preis erstattet. Ein ' +
    'erstattetes Ticket ist nicht mehr gültig.',
  doorHint: 'Zeigen Sie diesen Code am Einlass.',
  notADocument: 'ungültig',
  states: { valid: 'gültig', used: 'benutzt', refunded: 'erstattet', void: 'ungültig' },
  eventStates: {
    cancelled: 'Diese Veranstaltung wurde abgesagt.',
    postponed: 'Diese Veranstaltung wurde verschoben. Ihre Tickets bleiben gültig.',
    rescheduled: 'Diese Veranstaltung hat einen neuen Termin, der hier steht.',
    completed: 'Diese Veranstaltung ist vorbei.',
  },
  usedAt: (time) => `benutzt ${time}`,

  pageTitle: 'Ihre Tickets',
  download: 'Als PDF herunterladen',
  calendar: 'Zum Kalender hinzufügen',
  resend: 'Tickets noch einmal senden',
  resendHint: 'Sie gehen an die Adresse der Bestellung, die hier nicht gezeigt wird.',
  resent: 'Die Tickets sind unterwegs.',
  resentLately:
    'Wir haben die Tickets vor Kurzem gesendet. Sehen Sie im Spam-Ordner nach, oder versuchen Sie es später noch einmal.',
  nobodyToSend: 'Zu dieser Bestellung gibt es keine Adresse mehr; es kann nichts gesendet werden.',
  ifCancelled: 'Wenn sich etwas ändert',
  ifCancelledText:
    'Wird die Veranstaltung abgesagt, erhalten Sie den vollen Preis von selbst zurück. Wird sie verschoben oder verlegt, bleiben ' +
    'Ihre Tickets gültig, und wir schreiben Ihnen. Nach einer Erstattung schreiben wir Ihnen, welche Tickets nicht mehr gelten.',
  contact: 'Fragen',
  contactText: (organizer) => `${organizer} führt diese Veranstaltung durch und beantwortet Fragen dazu.`,
  unknownTitle: 'Seite nicht gefunden',
  unknownText:
    'Keine Bestellung hat diesen Link. Prüfen Sie, ob er vollständig ist, oder nehmen Sie den Link aus der neuesten Mail.',
};
