import { assertMaySell } from '../../src/orders/ticket-types.js';
import { createTestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';

test.each([
  ['in production without a mail server', { NODE_ENV: 'production' }, false],
  ['in production with one', { NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example' }, true],
  ['elsewhere, where mails are kept', {}, true],
])('live orders are taken %s: %#', async (_where, env, taken) => {
  const ctx = await createTestContext({ env });
  const shop = await openShop(ctx);
  const sell = () => assertMaySell(ctx, shop.live);
  if (taken) expect(sell).not.toThrow();
  else expect(sell).toThrow(expect.objectContaining({ code: 'payments_unavailable' }));
  expect(() => assertMaySell(ctx, shop.test)).not.toThrow();
  await ctx.close();
});
