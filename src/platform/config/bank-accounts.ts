import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';

export interface BankAccountConfig {
  iban: string;
  bic: string | null;
}

/** Accounts by currency, such as `EUR=DE89370400440532013000:COBADEFFXXX,PLN=PL61109010140000071219812874`; the BIC may be missing. */
export const bankAccounts = z.string().transform((text, check): Record<string, BankAccountConfig> => {
  const accounts: Record<string, BankAccountConfig> = {};
  for (const part of text.split(',')) {
    const [, currency = '', number = '', bic = null] = /^([A-Z]{3})=([^:]+)(?::(.+))?$/.exec(part.trim()) ?? [];
    const iban = electronicFormatIBAN(number) ?? '';
    if (currency in accounts) check.addIssue(`names ${currency} twice`);
    else if (!isValidIBAN(iban)) check.addIssue(`must be by currency, such as EUR=DE89370400440532013000`);
    else if (bic !== null && !isValidBIC(bic)) check.addIssue(`${bic} is no BIC`);
    else accounts[currency] = { iban, bic };
  }
  return accounts;
});
