import type { Command } from 'commander';
import { createCompany } from '../../services/companies/create-company.js';
import { type Company, getCompany, listCompanies } from '../../services/companies/get-company.js';
import { resumeCompany, suspendCompany } from '../../services/companies/suspend-company.js';
import { printTable } from '../print.js';
import { describeAgreement } from './agreement.js';
import { run } from './run.js';

export function addCompanyVerbs(company: Command): void {
  company
    .command('create')
    .argument('<name>')
    .option('--currency <code>', 'of its totals', 'EUR')
    .description('Adds a company that may show everything; narrow it with `agreement set`.')
    .action((name: string, { currency }: { currency: string }) =>
      run(async (ctx) => {
        const { id } = await createCompany(ctx, { name, currency });
        console.log(`${id}  ${name.trim()}`);
      }),
    );

  company
    .command('list')
    .description('All companies, oldest first.')
    .action(() =>
      run(async (ctx) => {
        printTable(['ID', 'STATUS', 'CURRENCY', 'CREATED', 'NAME'], (await listCompanies(ctx)).map(row));
      }),
    );

  company
    .command('show')
    .argument('<company>', 'id or name')
    .description('One company and its agreement.')
    .action((name: string) =>
      run(async (ctx) => {
        const found = await getCompany(ctx, name);
        printTable(['ID', 'STATUS', 'CURRENCY', 'CREATED', 'NAME'], [row(found)]);
        console.log(`May show: ${describeAgreement(found.agreement)}`);
      }),
    );

  company
    .command('suspend')
    .argument('<company>', 'id or name')
    .description('Refuses every call of its keys, at once.')
    .action((name: string) =>
      run(async (ctx) => {
        await suspendCompany(ctx, name);
        console.log('suspended');
      }),
    );

  company
    .command('resume')
    .argument('<company>', 'id or name')
    .description('Takes a suspension back.')
    .action((name: string) =>
      run(async (ctx) => {
        await resumeCompany(ctx, name);
        console.log('active');
      }),
    );
}

function row({ id, status, currency, createdAt, name }: Company): string[] {
  return [id, status, currency, createdAt.toISOString(), name];
}
