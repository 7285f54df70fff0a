import { z } from 'zod';
import { noSuch } from '../../src/core/problems.js';
import { readableAddress } from '../../src/core/readable-address.js';
import { changeRole, chooseMails, inviteMember, removeMember } from '../../src/members/members.js';
import { chosenMails, MAIL_KINDS, mailsOfRole } from '../../src/members/rules/mails.js';
import { member as schema } from '../../src/members/schemas.js';
import { removeSecondStep } from '../../src/members/second-step.js';
import { endOtherSessions } from '../../src/members/sessions.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { listMemberRows } from '../../src/members/sql/members.js';
import type { Context } from '../../src/platform/context/context.js';
import { invitationBody, mailsBody, role } from './bodies.js';
import { limitMember } from './limit.js';
import { listOf, operation, owned, whole } from './operation.js';
import { inJson } from './wire.js';

const member = z
  .object({
    ...inJson(schema),
    has_second_step: z.boolean(),
    mails: z.array(z.enum(MAIL_KINDS)).describe('What they get beside mails about their own sign-in.'),
    may_get: z.array(z.enum(MAIL_KINDS)).describe('What their role may choose.'),
    you: z.boolean(),
  })
  .meta({ id: 'Member', description: 'A person who may sign in for the company.' });

async function members(ctx: Context, caller: SignedIn) {
  const rows = await listMemberRows(ctx.sql, caller.companyId);
  return rows.map((row) => ({
    ...row,
    email: readableAddress(row.email),
    mails: chosenMails(row),
    mayGet: mailsOfRole(row.role),
    you: row.id === caller.memberId,
  }));
}

async function findMember(ctx: Context, caller: SignedIn, id: string) {
  const found = (await members(ctx, caller)).find((member) => member.id === id);
  if (!found) throw noSuch('member', id);
  return found;
}

export const MEMBER_OPERATIONS = [
  operation('GET /members', {
    may: 'members.read',
    summary: 'List members',
    answer: listOf(member),
    run: async ({ ctx, member: caller }) => whole(await members(ctx, caller)),
  }),
  operation('POST /members', {
    may: 'members.change',
    summary: 'Invite a member',
    body: invitationBody,
    answer: member,
    status: 201,
    async run({ ctx, member: caller, body }) {
      await limitMember({ ctx, member: caller }, 'invitation', { mailbox: body.email.trim() });
      const { id } = await inviteMember(ctx, { companyId: caller.companyId, ...body });
      return findMember(ctx, caller, id);
    },
  }),
  operation('POST /members/:id/role', {
    may: 'members.change',
    summary: 'Change the role of a member',
    body: z.strictObject({ role }),
    answer: member,
    async run(call) {
      await changeRole(call.ctx, { ...owned(call, 'memberId'), ...call.body });
      return findMember(call.ctx, call.member, call.params.id);
    },
  }),
  operation('POST /mails', {
    may: 'self',
    summary: 'Choose the mails that you get',
    body: mailsBody,
    answer: member,
    async run({ ctx, member: caller, body }) {
      await chooseMails(ctx, { ...caller, mails: body.mails });
      return findMember(ctx, caller, caller.memberId);
    },
  }),
  operation('POST /members/:id/mails', {
    may: 'members.change',
    summary: 'Choose the mails that a member gets',
    body: mailsBody,
    answer: member,
    async run(call) {
      await chooseMails(call.ctx, { ...owned(call, 'memberId'), ...call.body });
      return findMember(call.ctx, call.member, call.params.id);
    },
  }),
  operation('POST /members/:id/sign-out', {
    may: 'members.change',
    summary: 'End all sessions of a member',
    answer: z.object({ ended: z.int() }),
    run: (call) => endOtherSessions(call.ctx, { ...owned(call, 'memberId'), sessionId: null }),
  }),
  operation('POST /members/:id/remove', {
    may: 'members.change',
    summary: 'Remove a member',
    answer: null,
    run: (call) => removeMember(call.ctx, owned(call, 'memberId')),
  }),
  operation('POST /members/:id/remove-second-step', {
    may: 'members.change',
    summary: 'Reset the second step of a member',
    answer: null,
    run: (call) => removeSecondStep(call.ctx, { ...owned(call, 'memberId'), sessionId: call.member.sessionId }),
  }),
];
