import { type Command, Option } from 'commander';
import { getCompany } from '../../companies/get-company.js';
import { inviteMember, ownerOfMember, removeMember } from '../../members/members.js';
import { signInAs } from '../../members/operator-visits.js';
import { ROLES, type Role } from '../../members/rules/roles.js';
import { member, operatorVisit } from '../../members/schemas.js';
import { listMemberRows } from '../../members/sql/members.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

/** The verbs on members. Members' links are mailed and never printed: everyone with a link can sign in. */
export function declareArea(user: Command, cli: Cli): void {
  const invite = user
    .command('invite')
    .argument('<email>')
    .requiredOption('--company <company>', 'id or name')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .description('Makes somebody a member of a company and mails them a link that signs them in.');
  cli.verb(invite, {
    json: member.pick({ id: true, role: true }),
    run: async ({ ctx }, email: string, { company, role }: { company: string; role: Role }) => {
      const { id: companyId } = await getCompany(ctx, company);
      const made = await inviteMember(ctx, { companyId, email, role });
      return { id: made.id, role: made.role };
    },
    text({ id }, session) {
      session.say(id);
      session.note('The link is on its way by mail. It works once, for 15 minutes.');
    },
  });

  const list = user
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's members, oldest first, also those who never signed in.");
  cli.verb(list, {
    json: listOf('members', member),
    run: async ({ ctx }, { company }: { company: string }) => {
      const { id } = await getCompany(ctx, company);
      return { members: await listMemberRows(ctx.sql, id) };
    },
    text: ({ members }, session) =>
      session.table(['ID', 'ROLE', 'INVITED', 'LAST SIGN-IN', 'E-MAIL'], members, [
        'id',
        'role',
        'created_at',
        'signed_in_at',
        'email',
      ]),
  });

  const remove = user
    .command('remove')
    .argument('<id>', 'id of the member (mem_…)')
    .description('Removes a member and ends their sessions, at once in every process.');
  cli.act(remove, {
    run: async ({ ctx }, id) => removeMember(ctx, await ownerOfMember(ctx, id), { lastToo: true }),
    text: () => 'removed',
  });

  const signIn = user
    .command('sign-in-as')
    .argument('<company>', 'id or name')
    .requiredOption('--reason <text>', 'why, for the company: it reads this in its audit log')
    .description('Prints a link by which you see a company’s dashboard for an hour. You can change nothing there.');
  cli.verb(signIn, {
    json: operatorVisit,
    run: async ({ ctx }, company: string, { reason }: { reason: string }) => {
      const { id: companyId } = await getCompany(ctx, company);
      return await signInAs(ctx, { companyId, reason });
    },
    text({ url }, session) {
      session.say(url);
      session.note('The link works once, for 15 minutes. Whoever opens it sees all that the company sees.');
    },
  });
}
