import type { PaymentsPort } from './port.js';

/**
 * Why the processor refuses a payment of tickets, in its words; null: it does not. Its page shows the price of one ticket, so that must
 * be an amount of the processor too. Its smallest charge applies to the total alone.
 */
export function chargeRefusal(
  payments: PaymentsPort,
  unitMinor: number,
  quantity: number,
  currency: string,
): string | null {
  const unit = payments.amountRefusal({ minor: unitMinor, currency });
  return unit === 'amount_not_expressible' ? unit : payments.amountRefusal({ minor: unitMinor * quantity, currency });
}

/** The fewest tickets of a price that reach the processor's smallest charge. */
export function smallestQuantity(payments: PaymentsPort, unitMinor: number, currency: string): number {
  return Math.max(1, Math.ceil(payments.smallestCharge(currency) / unitMinor));
}
