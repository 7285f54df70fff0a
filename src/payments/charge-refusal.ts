import type { PaymentsPort } from './port.js';

/**
 * Why the processor refuses a payment of tickets, in its words; null: it does not. Its page shows the price of one ticket of each line,
 * so each must be an amount of the processor too. Its smallest charge applies to the total alone.
 */
export function chargeRefusal(
  payments: PaymentsPort,
  lines: readonly { unitMinor: number; quantity: number }[],
  currency: string,
): string | null {
  const inexpressible = 'amount_not_expressible';
  if (lines.some(({ unitMinor }) => payments.amountRefusal({ minor: unitMinor, currency }) === inexpressible))
    return inexpressible;
  const minor = lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0);
  return payments.amountRefusal({ minor, currency });
}

/** The fewest tickets of a price that reach the processor's smallest charge. */
export function smallestQuantity(payments: PaymentsPort, unitMinor: number, currency: string): number {
  return Math.max(1, Math.ceil(payments.smallestCharge(currency) / unitMinor));
}
