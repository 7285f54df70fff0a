import type { Command } from 'commander';
import { z } from 'zod';
import { createCompany } from '../../companies/create-company.js';
import { getCompany, listCompanies } from '../../companies/get-company.js';
import * as schemas from '../../companies/schemas.js';
import { resumeCompany, suspendCompany } from '../../companies/suspend-company.js';
import { instantText, snake } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { describeAgreement, toAgreement } from './agreement.js';

const STATUS = schemas.company.pick({ id: true, status: true });

const HEADINGS = ['ID', 'STATUS', 'CURRENCY', 'CREATED', 'NAME'];

export function addCompanyVerbs(company: Command, cli: Cli): void {
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
    json: z.object({ companies: z.array(schemas.company) }),
    run: async ({ ctx }) => ({ companies: (await listCompanies(ctx)).map(snake) }),
    text: ({ companies }, session) => session.table(HEADINGS, companies.map(row)),
  });

  cli.verb(company.command('show').argument('<company>', 'id or name').description('One company and its agreement.'), {
    json: schemas.company.extend({ agreement: schemas.agreement }),
    run: async ({ ctx }, name: string) => {
      const { agreement, ...found } = await getCompany(ctx, name);
      return { ...snake(found), agreement: toAgreement(agreement) };
    },
    text(found, session) {
      session.table(HEADINGS, [row(found)]);
      session.say(`May show: ${describeAgreement(found.agreement)}`);
    },
  });

  const suspend = company.command('suspend').argument('<company>', 'id or name');
  cli.verb(suspend.description('Suspends a company: every call with its keys is refused at once.'), {
    json: STATUS,
    run: async ({ ctx }, name: string) => {
      const { id } = await getCompany(ctx, name);
      await suspendCompany(ctx, id);
      return { id, status: 'suspended' };
    },
    text: ({ status }, session) => session.say(status),
  });

  const resume = company.command('resume').argument('<company>', 'id or name');
  cli.verb(resume.description('Ends a suspension.'), {
    json: STATUS,
    run: async ({ ctx }, name: string) => {
      const { id } = await getCompany(ctx, name);
      await resumeCompany(ctx, id);
      return { id, status: 'active' };
    },
    text: ({ status }, session) => session.say(status),
  });
}

function row({ id, status, currency, created_at, name }: z.output<typeof schemas.company>): string[] {
  return [id, status, currency, instantText(created_at), name];
}
