/** Common codes of ISO 20022 with which banks refuse or return payments. */
const MEANINGS: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC03: 'the account number is wrong',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AG01: 'the account takes no transfers',
  AG02: 'the bank does not know this kind of payment',
  AM04: 'not enough money on our account',
  AM05: 'the bank had the same payment before',
  BE04: 'the address of the holder is missing',
  CNOR: 'the bank of the holder takes no such payments',
  DNOR: 'our bank takes no such payments',
  FOCR: 'recalled at our request',
  MD07: 'the holder has died',
  MS02: 'the holder refused it, without a reason',
  MS03: 'the bank gave no reason',
  RC01: 'the BIC is wrong',
  RR04: 'legal or regulatory reasons',
};

/** The bank's code or words, with the meaning of a common code. Empty for null. */
export function explainReason(reason: string | null): string {
  const code = reason?.split(':', 1)[0] ?? '';
  const meaning = Object.hasOwn(MEANINGS, code) ? ` (${MEANINGS[code]})` : '';
  return `${code}${meaning}${reason?.slice(code.length) ?? ''}`;
}
