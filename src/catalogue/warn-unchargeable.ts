import { decimalText } from '../core/money.js';
import { chargeRefusal, smallestQuantity } from '../payments/charge-refusal.js';
import type { PaymentsPort } from '../payments/port.js';
import type { MemberNotes } from './input/normalise/notes.js';
import type { EventDraft, TicketTypeDraft } from './rules/event-draft.js';

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
