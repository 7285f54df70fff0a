import { listActions } from '../../../src/companies/list-actions.js';
import { changeRole, chooseMails, inviteMember, removeMember } from '../../../src/members/members.js';
import { endVisit, signInAs } from '../../../src/members/operator-visits.js';
import { addPasskey, removePasskey, startPasskey } from '../../../src/members/passkeys.js';
import { removeSecondStep } from '../../../src/members/second-step.js';
import { endSession, readSession } from '../../../src/members/sessions.js';
import { openSession } from '../../../src/members/sign-in.js';
import { listMemberRows } from '../../../src/members/sql/members.js';
import { confirmTotp, removeTotp, startTotp, takeSecondStep } from '../../../src/members/totp.js';
import { answerInquiry, askAboutSales } from '../../../src/orders/inquiries.js';
import { codeOf } from '../../support/dashboard/members.js';
import { SoftAuthenticator } from '../../support/dashboard/passkeys.js';
import type { Audited } from './ticket-actions.js';

/** What members do to themselves and to one another. */
export function memberActions(get: () => Audited): void {
  test('members: never their address', async () => {
    const { ctx, companyId, expectRows, checkedActions } = get();
    const { id: memberId, url } = await inviteMember(ctx, { companyId, email: 'ann@example.org', role: 'owner' });
    await inviteMember(ctx, { companyId, email: 'bob@example.org', role: 'owner' });
    const member = { companyId, memberId };
    const opened = await openSession(ctx, { token: url.split('#')[1] ?? '', ip: '192.0.2.1', agent: 'Browser' });
    const caller = await readSession(ctx, opened?.token ?? '');
    if (!caller) throw new Error('not signed in');
    const addedPasskey = async () => {
      const credential = new SoftAuthenticator(ctx.config.origin).create(await startPasskey(ctx, caller));
      return addPasskey(ctx, caller, { name: "Ann's phone", credential });
    };
    const actions = [
      ...['member.totp_add', 'member.totp_remove', 'member.passkey_add', 'member.second_step_wrong'],
      ...['member.passkey_remove', 'member.passkey_add', 'member.second_step_reset'],
      ...['member.role', 'member.sign_out', 'member.remove'],
    ];
    await expectRows(actions, memberId, companyId, async () => {
      const { uri } = await startTotp(ctx, caller);
      expect(await confirmTotp(ctx, caller, codeOf(uri, ctx.clock.now()))).not.toBeNull();
      await removeTotp(ctx, caller);
      const { passkey } = await addedPasskey();
      expect(await takeSecondStep(ctx, caller, '000000')).toBeNull();
      await removePasskey(ctx, caller, passkey.id);
      await addedPasskey();
      await removeSecondStep(ctx, caller);
      await changeRole(ctx, { ...member, role: 'viewer' });
      await endSession(ctx, { ...member, sessionId: caller.sessionId });
      await removeMember(ctx, member);
    });
    checkedActions.push('member.invite', 'member.sign_in');
    const bob = (await listMemberRows(ctx.sql, companyId)).find(({ email }) => email === 'bob@example.org');
    if (!bob) throw new Error('nobody');
    await expectRows(['member.mails'], bob.id, companyId, () =>
      chooseMails(ctx, { companyId, memberId: bob.id, mails: ['endpoints'] }),
    );
    const [inquiry] = await askAboutSales(ctx, {
      companyId,
      mode: 'live',
      askedBy: bob.id,
      missed: [{ orderId: 'ord_x' }],
    });
    checkedActions.push('inquiry.ask');
    await expectRows(['inquiry.answer'], inquiry?.id ?? '', companyId, () =>
      answerInquiry(ctx, { id: inquiry?.id ?? '', answer: 'There is none.' }),
    );
    const visit = await signInAs(ctx, { companyId, reason: 'asked by bob@example.org' });
    checkedActions.push('operator.sign_in_as');
    await expectRows(['operator.sign_in', 'operator.sign_out'], visit.id, companyId, async () => {
      const seen = await openSession(ctx, { token: visit.url.split('#')[1] ?? '', ip: '192.0.2.1', agent: 'Browser' });
      const operator = await readSession(ctx, seen?.token ?? '');
      if (!operator) throw new Error('no visit');
      await endVisit(ctx, operator);
    });
    expect(JSON.stringify(await listActions(ctx, { limit: 200 }))).not.toMatch(/bob@|ann@/);
  });
}
