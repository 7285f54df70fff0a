import { percentOf } from '../../core/money.js';

export const VAT_TREATMENTS = ['none', 'rate', 'reverse_charge'] as const;
type VatTreatment = (typeof VAT_TREATMENTS)[number];

/** VAT of a company, as an operator sets it. The service knows no tax rules of countries. */
export interface Vat {
  treatment: VatTreatment;
  /** Percent of the net amount, with up to three decimals. Null unless the treatment is `rate`. */
  rate: number | null;
  /** A sentence that statements print. */
  note: string | null;
  /** The statement is also the invoice that we issue in the company's name. */
  selfBilling: boolean;
}

export interface StoredVat {
  treatment: VatTreatment;
  rate: number | null;
  note: string | null;
  self_billing: boolean;
  /** Base of the rate in minor units: the lines without payments that are owed again, which had their VAT before. */
  base_minor: number;
}

/** VAT of a statement in minor units, rounded once, half away from zero. */
export function vatOf({ rate, base_minor }: StoredVat): number {
  return rate === null ? 0 : percentOf(base_minor, rate);
}

/** `19 %`. */
export const rateText = (rate: number): string => `${rate} %`;
