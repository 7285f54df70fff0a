import { buildApp } from '../../../api/app.js';
import { queueMail } from '../../../src/platform/mail/queue-mail.js';
import { createTestApi, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('the mailbox shows what would be sent, its link to be followed, under a strict policy', async () => {
  const { ctx, app } = api;
  expect((await app.inject('/dev/mail')).body).toContain('No mail yet');
  const id = await ctx.sql.begin((tx) =>
    queueMail(ctx, tx, {
      reason: 'sign_in',
      idempotencyKey: 'shown',
      to: 'ada@partner.example',
      letter: { subject: '<Hello>', paragraphs: [], action: { label: 'Go', url: 'https://service.example/x' } },
      expiresAt: ctx.clock.now(),
    }),
  );
  const list = await app.inject('/dev/mail');
  expect(list.body).toContain(`<a href="/dev/mail/${id}">&lt;Hello&gt;</a>`);
  const one = await app.inject(`/dev/mail/${id}`);
  expect(one.body).toContain('<a href="https://service.example/x">https://service.example/x</a>');
  const html = await app.inject(`/dev/mail/${id}/html`);
  expect(html.body).toContain('<a class="button" href="https://service.example/x">');
  for (const { headers, statusCode } of [list, one, html]) {
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['cache-control']).toBe('no-store');
  }
  expect((await app.inject('/dev/mail/mail_none')).statusCode).toBe(404);
});

test.each([
  ['with a mail server', { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'a@service.example' }],
  ['in production', { NODE_ENV: 'production' }],
])('there is no mailbox %s', async (_where, env) => {
  const other = await createTestApi({ context: { env } });
  expect((await other.app.inject('/dev/mail')).statusCode).toBe(404);
  await other.close();
});

test('a process that has no mailbox does not read what another one kept', async () => {
  const app = await buildApp({ ...api.ctx, mail: null });
  expect((await app.inject('/dev/mail')).statusCode).toBe(404);
  await app.close();
});
