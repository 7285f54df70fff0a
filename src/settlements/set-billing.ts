import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import { asciiAddress, isMailAddress, NO_EMAIL } from '../core/mail-address.js';
import { invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { countryCode } from '../platform/places/country-code.js';
import { type AddressParts, addressLines } from './rules/address.js';
import { BETWEEN_TAX_IDS, type Billing, findBillings, putBilling } from './sql/billing.js';

const MOST_LINES = 6;
const MOST_TAX_IDS = 3;

export interface SetBillingInput {
  /** Id or name. */
  company: string;
  legalName: string;
  /** In its parts, or one line each, 1 to 6. */
  address: AddressParts | readonly string[];
  /** At most 3. */
  taxIds: readonly string[];
  /** The mailbox that gets every statement; null: none; absent: as before. */
  statementsTo?: string | null;
}

/**
 * Sets the billing data that a company's statements print, from the next one on, and the mailbox that gets them. Issued statements keep
 * theirs.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company or a value out of range.
 */
export async function setBilling(ctx: Context, input: SetBillingInput): Promise<Billing> {
  const { id: companyId } = await getCompany(ctx, input.company);
  const parts = isLines(input.address) ? null : checkedParts(ctx, input.address);
  const lines = isLines(input.address) ? input.address : [];
  if (!parts && (lines.length === 0 || lines.length > MOST_LINES)) {
    throw invalidField('address', `must have 1 to ${MOST_LINES} lines`);
  }
  if (input.taxIds.length > MOST_TAX_IDS) throw invalidField('taxIds', `must be at most ${MOST_TAX_IDS} tax ids`);
  const { statementsTo } = input;
  if (statementsTo && !isMailAddress(asciiAddress(statementsTo))) throw invalidField('statementsTo', NO_EMAIL);
  const billing = {
    legalName: printedText(ctx, 'legalName', input.legalName, 200),
    address: parts ? addressLines(parts) : lines.map((line) => printedText(ctx, 'address', line, 200)),
    parts,
    taxIds: input.taxIds.map((id) => parseTaxId(ctx, id)),
    statementsTo: statementsTo ? asciiAddress(statementsTo) : statementsTo,
  };
  const { legalName, address, taxIds } = billing;
  const kept = await ctx.sql.begin(async (tx) => {
    const mailbox = await putBilling(tx, companyId, billing, ctx.clock.now());
    const details = { legalName, address, taxId: taxIds.join(BETWEEN_TAX_IDS) || null, hasMailbox: mailbox !== null };
    await recordAction(ctx, tx, { action: 'billing.set', objectId: companyId, companyId, details });
    return mailbox;
  });
  return { ...billing, statementsTo: kept };
}

const isLines = (address: SetBillingInput['address']): address is readonly string[] => Array.isArray(address);

function checkedParts(ctx: Context, given: AddressParts): AddressParts {
  const text = (field: keyof AddressParts, max: number) => {
    const value = given[field];
    return value ? printedText(ctx, field, value, max) : null;
  };
  const needed = (field: 'street' | 'town', max: number) => printedText(ctx, field, given[field], max);
  const country = countryCode(given.country);
  if (country === undefined) throw invalidField('country', 'must be a country such as DE');
  return {
    street: needed('street', 200),
    streetMore: text('streetMore', 200),
    postalCode: text('postalCode', 20),
    town: needed('town', 100),
    region: text('region', 100),
    country,
  };
}

function parseTaxId(ctx: Context, given: string): string {
  const id = printedText(ctx, 'taxIds', given, 40);
  if (id.includes(',')) throw invalidField('taxIds', 'must be given one by one, without commas');
  return id;
}

/** Null: none was set. */
export async function getBilling(ctx: Context, companyId: Id<'company'>): Promise<Billing | null> {
  return (await findBillings(ctx.sql, [companyId])).get(companyId) ?? null;
}

/** @throws {ProblemError} `invalid_request` for an empty or too long text, or letters that statements cannot print. */
export function printedText(ctx: Context, field: string, value: string, max: number): string {
  const text = checkedText(field, value, { max });
  const missing = ctx.fonts.unprintable(text);
  if (missing.length === 0) return text;
  throw invalidField(
    field,
    `has letters that statements cannot print: ${missing.join(' ')}. Write it in another script`,
  );
}
