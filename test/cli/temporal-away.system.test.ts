import { runCli } from '../support/command.js';
import { createTestContext } from '../support/context.js';

// A call may take ten seconds before it counts as failed.
test('a Temporal that is away is said in a sentence', async () => {
  const ctx = await createTestContext();
  const close = ['settlement', 'close', '--month', '2026-10', '--reason', 'why', '--json'];
  const { code, out, err } = await runCli(ctx, close, { env: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
  expect([code, out]).toEqual([1, '']);
  expect(JSON.parse(err).error).toEqual({
    code: 'unavailable',
    message: 'Temporal at 127.0.0.1:1 cannot be reached. Check TEMPORAL_ADDRESS and that the server is running.',
  });
  await ctx.close();
});
