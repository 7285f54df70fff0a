import { inviteMember } from '../../src/members/members.js';
import { getStatementDocument } from '../../src/settlements/get-statement-document.js';
import { mailStatement } from '../../src/settlements/mail-statement.js';
import { setBilling } from '../../src/settlements/set-billing.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { queuedMails } from '../support/dashboard/members.js';
import { advanceAll, closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set('2026-10-15T09:00:00Z');
});
afterAll(() => ctx.close());

test('owners and finance get one mail when a statement is ready and one when it is paid, and none of old ones', async () => {
  const partner = await seedPayee(ctx, { netDays: 0 });
  for (const role of ['owner', 'developer', 'finance', 'marketing', 'viewer'] as const) {
    await inviteMember(ctx, { companyId: partner.companyId, email: `${role}@example.org`, role });
  }
  await ctx.sql`DELETE FROM mails`;
  await seedLine(ctx, partner, 123_456, '2026-10-15T09:00:00Z');
  ctx.clock.set('2026-11-01T01:00:00Z');
  await closeMonth(ctx, '2026-10');
  const [statement] = await statementsOf(ctx, partner.companyId);
  const id = statement?.id ?? '';
  expect(await mailStatement(ctx, id, 'paid')).toBe(0);
  expect(await mailStatement(ctx, id, 'ready')).toBe(2);
  expect(await mailStatement(ctx, id, 'ready')).toBe(0);
  const ready = await queuedMails(ctx);
  expect(ready.map(({ to }) => to).sort()).toEqual(['finance@example.org', 'owner@example.org']);
  expect(ready[0]).toMatchObject({
    subject: 'Your statement for October 2026 is ready',
    text: expect.stringMatching(/1,234\.56 EUR\.[\s\S]*You can choose which emails you get/),
  });
  await ctx.sql`DELETE FROM mails`;
  await advanceAll(ctx, partner.companyId);
  expect((await queuedMails(ctx)).map(({ subject }) => subject)).toEqual([
    'We paid your statement for October 2026',
    'We paid your statement for October 2026',
  ]);
  await ctx.sql`DELETE FROM mails`;
  ctx.clock.advance(4 * 86_400_000);
  expect(await mailStatement(ctx, id, 'ready')).toBe(0);
});

test('the mailbox that the company set gets each statement once, as PDF', async () => {
  ctx.clock.set('2027-01-15T09:00:00Z');
  const partner = await seedPayee(ctx, { netDays: 0 });
  const billing = { company: partner.companyId, legalName: 'Payee Ltd', address: ['1 Street'], taxIds: [] };
  await setBilling(ctx, { ...billing, statementsTo: 'accounts@payee.example' });
  // Operators change the other billing data without the mailbox.
  expect(await setBilling(ctx, billing)).toMatchObject({ statementsTo: 'accounts@payee.example' });
  await expect(setBilling(ctx, { ...billing, statementsTo: 'accounts' })).rejects.toThrow('statementsTo');
  await seedLine(ctx, partner, 6_000, '2027-01-15T09:00:00Z');
  ctx.clock.set('2027-02-01T01:00:00Z');
  await closeMonth(ctx, '2027-01');
  await ctx.sql`DELETE FROM mails`;
  const [statement] = await statementsOf(ctx, partner.companyId);
  const id = statement?.id ?? '';
  expect([await mailStatement(ctx, id, 'ready'), await mailStatement(ctx, id, 'ready')]).toEqual([1, 0]);
  const [mail] = await queuedMails(ctx);
  expect(mail).toMatchObject({
    to: 'accounts@payee.example',
    subject: 'Your statement for January 2027 is ready',
    text: expect.stringContaining('Your company gets its statements at this address.'),
  });
  const document = await getStatementDocument(ctx, { caller: { companyId: partner.companyId, mode: 'live' }, id });
  expect(mail?.attachments).toEqual([
    { name: 'statement-2027-01-EUR.pdf', type: 'application/pdf', content: document.toString('base64') },
  ]);
  await setBilling(ctx, { ...billing, statementsTo: null });
  await ctx.sql`DELETE FROM mails`;
  expect(await mailStatement(ctx, id, 'ready')).toBe(0);
});
