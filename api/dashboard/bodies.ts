import { z } from 'zod';
import { MAX_DAYS_AHEAD } from '../../src/bulk/rules/bulk.js';
import { readDayOrInstant } from '../../src/core/dates.js';
import { asciiAddress, isAddressLike, isMailAddress, NO_EMAIL, tidyAddress } from '../../src/core/mail-address.js';
import { readName, textFault } from '../../src/core/text.js';
import { KEY_KINDS, type KeyKind } from '../../src/core/viewer.js';
import { domainsFault } from '../../src/core/website-domain.js';
import { MAIL_KINDS } from '../../src/members/rules/mails.js';
import { ROLES } from '../../src/members/rules/roles.js';
import { bicFault, ibanFault } from '../../src/settlements/rules/iban.js';

/*
 * What members fill in. The dashboard's forms judge it by the same schemas before they send it, so this file runs in browsers
 * too: zod, `core` and rules alone, and nothing of Node.
 */

const name = z
  .string()
  .max(100)
  .refine((text) => readName(text).fault === null, {
    error: ({ input }) => readName(String(input)).fault ?? undefined,
  });

const email = z.string().max(300);

const hosts = z.array(z.string().max(300)).max(100);

export const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);

export const linkBody = z.strictObject({ email: email.refine((text) => isAddressLike(tidyAddress(text)), NO_EMAIL) });

export const invitationBody = z.strictObject({
  email: email.refine((text) => isMailAddress(asciiAddress(text)), NO_EMAIL),
  role,
});

export const mailsBody = z.strictObject({ mails: z.array(z.enum(MAIL_KINDS)).max(MAIL_KINDS.length) });

const given = (max: number) => z.string().max(max, `must be at most ${max} characters`);
const kept = (max: number) =>
  given(max).refine((text) => textFault(text) === null, {
    error: ({ input }) => textFault(String(input)) ?? undefined,
  });
const CLICK = ['event_id', 'sub_id', 'bought_at'] as const;

const missedSale = z
  .strictObject({
    order_id: kept(100).optional(),
    event_id: kept(100).optional(),
    sub_id: kept(100).optional(),
    bought_at: given(50).optional(),
    note: kept(500).optional(),
  })
  .superRefine((sale, { addIssue }) => {
    if (sale.bought_at) {
      const read = readDayOrInstant(sale.bought_at);
      if ('fault' in read) addIssue({ code: 'custom', path: ['bought_at'], message: read.fault });
    }
    if (sale.order_id) return;
    const missing = CLICK.filter((name) => !sale[name]);
    if (missing.length === CLICK.length)
      addIssue({ code: 'custom', message: 'give an order_id, or event_id, sub_id and bought_at' });
    else
      for (const name of missing)
        addIssue({ code: 'custom', path: [name], message: 'is required where there is no order_id' });
  });

export const MOST_SALES = 500;

export const inquiriesBody = z.strictObject({
  sales: z
    .array(missedSale)
    .min(1, 'has no sales in it')
    .max(MOST_SALES, { error: ({ input }) => `has ${(input as unknown[]).length} sales. The most is ${MOST_SALES}` }),
});

export const inquiryAgainBody = z.strictObject({ note: z.string().min(1, 'must not be empty').max(2_000) });

export const newKeyBody = z
  .strictObject({
    kind: z.enum(KEY_KINDS),
    name: name.optional(),
    domains: hosts.optional().describe('Of a website key.'),
  })
  .refine((key) => domainsFault(key) === null, {
    path: ['domains'],
    error: ({ input }) => domainsFault(input as { kind: KeyKind; domains?: string[] }) ?? undefined,
  });

export const keyNameBody = z.strictObject({ name });

export const keyDomainsBody = z.strictObject({
  domains: hosts.refine((domains) => domainsFault({ kind: 'website', domains }) === null, {
    error: ({ input }) => domainsFault({ kind: 'website', domains: input as string[] }) ?? undefined,
  }),
});

export const newClientBody = z.strictObject({
  key_id: z.string().max(100),
  name: name.optional(),
  scopes: z.array(z.string().max(50)).min(1, 'must name at least one').max(10).optional(),
});

export const bulkScope = {
  countries: z.array(z.string().max(2)).max(300).nullable().optional(),
  categories: z.array(z.string().max(100)).max(300).nullable().optional(),
  days_ahead: z.int().min(1).max(MAX_DAYS_AHEAD).nullable().optional(),
  paying_only: z.boolean().optional(),
};

export const newSubscriptionBody = z.strictObject({ name: name.optional(), ...bulkScope });

export const savedFiltersBody = z.strictObject({
  page: z
    .string()
    .regex(/^\/[a-z-]+$/, 'must be the address of a list such as /earnings')
    .max(50),
  name: name.min(1, 'must not be empty'),
  filters: z
    .record(z.string().max(50), z.string().max(300))
    .refine((filters) => Object.keys(filters).length <= 20, 'must be at most 20'),
});

const line = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

export const billingBody = z.strictObject({
  legal_name: line(200),
  street: line(200),
  street_more: z.string().max(200).optional(),
  postal_code: z.string().max(20).optional(),
  town: line(100),
  region: z.string().max(100).optional(),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a country'),
  tax_ids: z
    .array(line(40).refine((id) => !id.includes(','), 'must be given one by one, without commas'))
    .max(3, 'must be at most 3'),
  statements_to: email.refine((text) => text === '' || isMailAddress(asciiAddress(text)), NO_EMAIL).optional(),
});

export const bankAccountBody = z.strictObject({
  holder: line(70),
  iban: z
    .string()
    .max(60)
    .refine((iban) => ibanFault(iban) === null, { error: ({ input }) => ibanFault(String(input)) ?? undefined }),
  bic: z
    .string()
    .max(20)
    .refine((bic) => bicFault(bic) === null, { error: ({ input }) => bicFault(String(input)) ?? undefined })
    .optional(),
});
