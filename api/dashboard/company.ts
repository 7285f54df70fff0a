import { z } from 'zod';
import { setPayoutAccount } from '../../src/settlements/payout-account.js';
import { readCompanyPayouts } from '../../src/settlements/payout-target.js';
import { NEW_ACCOUNT_MS } from '../../src/settlements/rules/iban.js';
import { address, bankAccount, transferAccount } from '../../src/settlements/schemas.js';
import { setBilling } from '../../src/settlements/set-billing.js';
import { connectTransferAccount } from '../../src/settlements/transfer-account.js';
import { settlementTerms } from '../../src/settlements/wire.js';
import { bankAccountBody, billingBody } from './bodies.js';
import { limitMember } from './limit.js';
import { operation, underNames } from './operation.js';
import { inJson, instantOrNull } from './wire.js';

const textOrNull = z.string().nullable();

const company = z
  .object({
    billing: z
      .object({
        legal_name: z.string(),
        lines: z.array(z.string()).describe('The address as statements print it.'),
        address: address.nullable().describe('The same in its parts. Null: it was given in lines.'),
        tax_ids: z.array(z.string()),
        statements_to: textOrNull.describe('The mailbox that gets every statement as PDF.'),
      })
      .nullable()
      .describe('What statements print of the company. Null: its name alone.'),
    terms: settlementTerms.nullable(),
    bank_account: z.object(inJson(bankAccount.omit({ town: true, country: true }))).nullable(),
    stripe: z.object({
      available: z.boolean().describe('Whether payments by Stripe need an account of the company.'),
      account: z
        .object({
          id: z.string(),
          ...inJson(
            transferAccount.pick({ transfers_enabled: true, requirements: true, refreshed_at: true, pays_from: true }),
          ),
        })
        .nullable(),
    }),
    missing: z.boolean().describe('Whether statements cannot be paid because there is no account.'),
  })
  .meta({ id: 'CompanyPayouts', description: 'What statements print of a company, and where they are paid.' });

const BILLING_NAMES = {
  legalName: 'legal_name',
  streetMore: 'street_more',
  postalCode: 'postal_code',
  taxIds: 'tax_ids',
  statementsTo: 'statements_to',
};

/** What owners keep of their company: what statements print, and where they are paid. */
export const COMPANY_OPERATIONS = [
  operation('GET /company', {
    may: 'settlements.read',
    summary: 'Show what statements print of the company, and where they are paid',
    answer: company,
    async run({ ctx, member: { companyId } }) {
      const { billing, terms, bank, stripe, missing } = await readCompanyPayouts(ctx, companyId);
      const now = ctx.clock.now();
      // Not by the browser's clock: the sandbox moves ours.
      const ahead = (at: Date | null) => (at && at > now ? at : null);
      return {
        billing: billing && { ...billing, lines: billing.address, address: billing.parts },
        terms,
        bankAccount: bank && { ...bank, paysFrom: ahead(bank.paysFrom) },
        stripe: {
          available: ctx.payouts.needsAccount,
          account: stripe && { ...stripe, id: stripe.account, paysFrom: ahead(stripe.paysFrom) },
        },
        missing,
      };
    },
  }),
  operation('POST /company/billing', {
    may: 'billing.change',
    summary: 'Set what statements print of the company, from the next one on, and the mailbox that gets them',
    body: billingBody,
    answer: null,
    async run({ ctx, member, body }) {
      await limitMember({ ctx, member }, 'company_accounts', {});
      const { legalName, taxIds, statementsTo, streetMore, postalCode, region, ...rest } = body;
      const parts = { streetMore: streetMore || null, postalCode: postalCode || null, region: region || null };
      const mailbox = { ...(statementsTo !== undefined && { statementsTo: statementsTo || null }) };
      const input = { company: member.companyId, legalName, address: { ...rest, ...parts }, taxIds, ...mailbox };
      await underNames(BILLING_NAMES, setBilling(ctx, input));
    },
  }),
  operation('POST /company/bank-account', {
    may: 'billing.change',
    summary: 'Set the bank account that statements are paid to; nothing is paid to a new one for 72 hours',
    body: bankAccountBody,
    answer: z.object({ iban_end: z.string(), pays_from: instantOrNull }),
    async run({ ctx, member, body: { holder, iban, bic = null } }) {
      await limitMember({ ctx, member }, 'company_accounts', {});
      const account = { company: member.companyId, holder, iban, bic, town: null, country: null };
      return setPayoutAccount(ctx, { ...account, waitMs: NEW_ACCOUNT_MS });
    },
  }),
  operation('POST /company/stripe-account', {
    may: 'billing.change',
    summary: 'Get a link to Stripe, where the company connects the account that transfers go to',
    answer: z.object({ link: textOrNull.describe('Valid for minutes. Null: Stripe needs nothing more.') }),
    async run({ ctx, member }) {
      await limitMember({ ctx, member }, 'company_accounts', {});
      const returnUrl = `${ctx.config.origin}/dashboard/company`;
      return connectTransferAccount(ctx, { company: member.companyId, returnUrl, waitMs: NEW_ACCOUNT_MS });
    },
  }),
];
