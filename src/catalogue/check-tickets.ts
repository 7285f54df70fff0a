import { type FieldFault, InputRefusal } from '../core/input-refusal.js';
import { decimalText } from '../core/money.js';
import { chargeRefusal, smallestQuantity } from '../payments/charge-refusal.js';
import type { PaymentsPort } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import type { MemberNotes } from './input/normalise/notes.js';
import type { EventDraft, TicketTypeDraft } from './rules/event-draft.js';

/**
 * Refuses an event whose names need letters that our fonts lack, because its tickets could not print them. Events whose
 * tickets are sold elsewhere are not printed.
 *
 * @param organizerName the name in the import; absent: the organizer keeps its name.
 * @throws {InputRefusal} naming every such field and its letters.
 */
export function checkPrintedNames({ fonts }: Pick<Context, 'fonts'>, draft: EventDraft, organizerName?: string): void {
  const types = draft.ticket_types ?? [];
  if (types.length === 0) return;
  const { name, venue, address, city } = draft;
  const printed = { name, venue, address, city, 'organizer name': organizerName };
  const named = types.map((type, index) => [`ticket_types.${index}.name`, type.name] as const);
  const faults: FieldFault[] = [...Object.entries(printed), ...named].flatMap(([field, text]) => {
    const missing = text ? fonts.unprintable(text) : [];
    if (missing.length === 0) return [];
    return { field, reason: `has letters that tickets cannot print: ${missing.join(' ')}. Write it in another script` };
  });
  if (faults.length > 0) throw new InputRefusal(faults);
}

/** Warns about each ticket type whose price for one ticket is below the minimum of the payment processor. Free tickets need no payment. */
export function warnUnchargeable(payments: PaymentsPort, draft: EventDraft, notes: MemberNotes): void {
  for (const [index, type] of (draft.ticket_types ?? []).entries()) {
    const { total_minor: totalMinor, currency } = type;
    if (totalMinor === 0) continue;
    const refusal = chargeRefusal(payments, [{ unitMinor: totalMinor, quantity: 1 }], currency);
    if (refusal === null) continue;
    const total = `${decimalText(totalMinor, currency)} ${currency}`;
    notes.warn(`ticket_types.${index}.price`, total, explain(payments, type, refusal));
  }
}

function explain(payments: PaymentsPort, type: TicketTypeDraft, refusal: string): string {
  const { total_minor: totalMinor, currency, max_per_order: most } = type;
  if (refusal !== 'amount_too_small') return `cannot be paid by card (${refusal})`;
  const fewest = smallestQuantity(payments, totalMinor, currency);
  const least = `${decimalText(payments.smallestCharge(currency), currency)} ${currency}`;
  const effect = fewest <= most ? `sold from ${fewest} tickets an order` : `not sold: ${most} tickets cost less`;
  return `is below the smallest card payment of ${least}: ${effect}`;
}
