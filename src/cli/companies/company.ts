import type { Command } from 'commander';
import type { z } from 'zod';
import { subscription } from '../../bulk/schemas.js';
import { listSubscriptions } from '../../bulk/subscriptions.js';
import { createCompany } from '../../companies/create-company.js';
import { getCompany, listCompanies } from '../../companies/get-company.js';
import * as schemas from '../../companies/schemas.js';
import { resumeCompany, suspendCompany } from '../../companies/suspend-company.js';
import type { RowOf } from '../../core/wire/row.js';
import type { Context } from '../../platform/context/context.js';
import { getPayoutAccount } from '../../settlements/payout-account.js';
import * as settlements from '../../settlements/schemas.js';
import { getBilling } from '../../settlements/set-billing.js';
import { getTerms } from '../../settlements/set-terms.js';
import { findVat } from '../../settlements/sql/billing.js';
import { findTransferAccount } from '../../settlements/sql/transfer-accounts.js';
import { describeBankAccount, describeTransferAccount } from '../settlements/payout-account.js';
import { describeTerms, toTerms } from '../settlements/terms.js';
import type { Session } from '../support/session.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { describeAgreement } from './agreement.js';
import { describeBilling, toBilling } from './billing.js';
import { describeSubscription } from './subscription.js';
import { describeVat } from './vat.js';

const STATUS = schemas.company.pick({ id: true, status: true });

/** Null: not set. */
const SHOWN = schemas.company.extend({
  agreement: schemas.agreement,
  ...listOf('subscriptions', subscription).shape,
  terms: settlements.terms.nullable(),
  billing: settlements.billing.nullable(),
  vat: settlements.vat.nullable(),
  payout_account: settlements.bankAccount.nullable(),
  transfer_account: settlements.transferAccount.nullable(),
});

const HEADINGS = ['ID', 'STATUS', 'CURRENCY', 'CREATED', 'NAME'];
const COLUMNS = ['id', 'status', 'currency', 'created_at', 'name'] as const;

export function declareArea(company: Command, cli: Cli): void {
  const create = company
    .command('create')
    .argument('<name>')
    .option('--currency <code>', 'currency of its totals', 'EUR')
    .description('Creates a company that may show every event. Restrict it with `agreement set`.');
  cli.verb(create, {
    json: schemas.company.pick({ id: true, name: true }),
    run: ({ ctx }, name: string, { currency }: { currency: string }) => createCompany(ctx, { name, currency }),
    text: ({ id, name }, session) => session.say(`${id}  ${name}`),
  });

  cli.verb(company.command('list').description('All companies, oldest first.'), {
    json: listOf('companies', schemas.company),
    run: async ({ ctx }) => ({ companies: await listCompanies(ctx) }),
    text: ({ companies }, session) => session.table(HEADINGS, companies, COLUMNS),
  });

  const show = company.command('show').argument('<company>', 'id or name');
  cli.verb(
    show.description(
      'One company: what it may show, its bulk subscriptions, its terms, and what its statements print and pay to.',
    ),
    { json: SHOWN, run: ({ ctx }, name: string) => showCompany(ctx, name), text: printCompany },
  );

  const suspend = company.command('suspend').argument('<company>', 'id or name');
  cli.verb(suspend.description('Suspends a company: every call with its keys is refused at once.'), {
    json: STATUS,
    run: ({ ctx }, name: string) => suspendCompany(ctx, name),
    text: ({ status }, session) => session.say(status),
  });

  const resume = company.command('resume').argument('<company>', 'id or name');
  cli.verb(resume.description('Ends a suspension.'), {
    json: STATUS,
    run: ({ ctx }, name: string) => resumeCompany(ctx, name),
    text: ({ status }, session) => session.say(status),
  });
}

async function showCompany(ctx: Context, name: string): Promise<RowOf<z.input<typeof SHOWN>>> {
  const found = await getCompany(ctx, name);
  const { id } = found;
  const [subscriptions, terms, billing, vat, bank, transfers] = await Promise.all([
    listSubscriptions(ctx, id),
    getTerms(ctx, id),
    getBilling(ctx, id),
    findVat(ctx.sql, id),
    getPayoutAccount(ctx, id),
    findTransferAccount(ctx.sql, { companyId: id }),
  ]);
  return {
    ...found,
    subscriptions,
    terms: terms && toTerms(terms),
    billing: billing && toBilling(billing),
    vat,
    payoutAccount: bank,
    transferAccount: transfers,
  };
}

function printCompany(found: z.output<typeof SHOWN>, session: Session): void {
  const { terms, billing, vat, payout_account: bank, transfer_account: transfers } = found;
  session.table(HEADINGS, [found], COLUMNS);
  session.say(`May show: ${describeAgreement(found.agreement)}`);
  for (const subscription of found.subscriptions) session.say(`Subscription ${describeSubscription(subscription)}`);
  session.say(`Terms: ${terms ? describeTerms(terms) : 'none, so it gets no statements'}`);
  session.say(`Statements print: ${billing ? describeBilling(billing) : 'the name of the company'}`);
  session.say(`VAT: ${vat ? describeVat(vat) : 'not set, so statements mention none'}`);
  session.say(`Bank account: ${bank ? describeBankAccount(bank) : 'none, so bank files leave out its statements'}`);
  session.say(`Account for transfers: ${transfers ? describeTransferAccount(transfers) : 'none'}`);
}
