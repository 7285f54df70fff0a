import type { Overdue } from '../../../src/platform/jobs/job.js';
import { queueMail } from '../../../src/platform/mail/queue-mail.js';
import { findUnsentMails } from '../../../src/platform/mail/sql.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('waiting mails are found page by page, also mails of the same instant, and none twice', async () => {
  const now = ctx.clock.now().getTime();
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    await ctx.sql.begin((tx) =>
      queueMail(ctx, tx, {
        reason: 'test',
        idempotencyKey: key,
        to: 'ada@partner.example',
        letter: { subject: 'Hello', paragraphs: [] },
        expiresAt: new Date(now + 900_000),
      }),
    );
  }
  const before = new Date(now + 1);
  const found: string[] = [];
  for (let after: Overdue | null = null; ; ) {
    const page: Overdue[] = await findUnsentMails(ctx.sql, { before, after, limit: 2 });
    if (page.length === 0) break;
    after = page.at(-1) ?? null;
    found.push(...page.map(({ subject }) => subject));
  }
  expect(new Set(found).size).toBe(5);
  expect(found).toHaveLength(5);
  expect(await findUnsentMails(ctx.sql, { before: new Date(now), after: null, limit: 2 })).toEqual([]);
});
