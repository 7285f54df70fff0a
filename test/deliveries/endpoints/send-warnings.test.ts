import { createKey } from '../../../src/access/create-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { sendEndpointWarnings } from '../../../src/deliveries/endpoints/send-warnings.js';
import { inviteMember } from '../../../src/members/members.js';
import { openMail } from '../../../src/platform/mail/send-mail.js';
import { createTestContext, type TestContext } from '../../support/context.js';

const HOUR = 3_600_000;

let ctx: TestContext;
let endpoint: string;
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  const { id: companyId } = await createCompany(ctx, { name: 'Warned Ltd' });
  const { id: key } = await createKey(ctx, { companyId, kind: 'test' });
  endpoint = (await addWebhook(ctx, { key, url: 'http://127.0.0.1:9/hook' })).id;
  for (const role of ['owner', 'developer', 'finance', 'viewer'] as const) {
    await inviteMember(ctx, { companyId, email: `${role}@example.org`, role });
  }
  await ctx.sql`DELETE FROM mails`;
  await ctx.sql`UPDATE delivery_endpoints SET failing_since = ${ctx.clock.now()}, last_failure = 'timeout'`;
});
afterEach(() => ctx.close());

async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await ctx.sql<{ id: string; content: Buffer }[]>`SELECT id, content FROM mails ORDER BY created_at, id`;
  return rows.map((row) => openMail(ctx, row));
}

test('owners and developers get a mail once at 50 %, at 90 %, and when it was disabled', async () => {
  ctx.clock.advance(59 * HOUR);
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 0 });
  ctx.clock.advance(HOUR);
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 2 });
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 0 });
  ctx.clock.advance(48 * HOUR);
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 2 });
  ctx.clock.advance(12 * HOUR);
  await ctx.sql`
    UPDATE delivery_endpoints SET status = 'disabled', disabled_reason = 'failing', disabled_at = ${ctx.clock.now()}`;
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 2 });
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 0 });
  const sent = await mails();
  expect([...new Set(sent.map(({ to }) => to))].sort()).toEqual(['developer@example.org', 'owner@example.org']);
  expect([...new Set(sent.map(({ subject }) => subject))]).toEqual([
    'Your webhook keeps failing',
    'We will soon disable your webhook',
    'We disabled your webhook',
  ]);
  for (const { text } of sent) {
    expect(text).toContain(`/dashboard/webhooks/${endpoint}`);
    // Named as people name it; an address may hold a secret.
    expect(text).toContain('to your webhook at http://127.0.0.1:9 ');
    expect(text).not.toMatch(/\/hook\b|timeout|\d{2}T\d{2}/);
    expect(text).toMatch(/(?:since|for five days).* \(Timed out\).* on \w+day, \d+ \w+ \d{4} at \d\d:\d\d UTC/s);
  }
});

test('an endpoint that recovered and fails again causes mails again; a suspended company gets none', async () => {
  ctx.clock.advance(60 * HOUR);
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 2 });
  await ctx.sql`UPDATE delivery_endpoints SET failing_since = ${ctx.clock.now()}`;
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 0 });
  ctx.clock.advance(60 * HOUR);
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 2 });
  await ctx.sql`UPDATE companies SET status = 'suspended'`;
  ctx.clock.advance(48 * HOUR);
  expect(await sendEndpointWarnings(ctx)).toEqual({ mailed: 0 });
});
