import type { PaymentsPort } from './port.js';

/** Null: not refused. The page shows each line's ticket price, so each must be valid; the smallest charge is for the total. */
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
