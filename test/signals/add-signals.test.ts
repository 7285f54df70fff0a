import { addSignals } from '../../src/signals/sql/signals.js';
import { createTestContext } from '../support/context.js';
import { addPartner } from '../support/data/build.js';

test('counts a repeated digest once, within a statement and across statements', async () => {
  const ctx = await createTestContext();
  const partner = await addPartner(ctx);
  const add = (...digests: (string | null)[]) => {
    const signal = { ...partner, type: 'impression', eventId: '', shown: 2, at: ctx.clock.now() } as const;
    const signals = digests.map((digest) => ({ ...signal, digest }));
    return addSignals(ctx.sql, signals, ctx.clock.now());
  };
  const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];
  await add(a, a, b, null, null);
  await add(b, a, null);
  const counts = await ctx.sql`SELECT impressions::int, shown::int FROM signal_counts WHERE key_id = ${partner.keyId}`;
  expect(counts).toEqual([{ impressions: 5, shown: 10 }]);
  await ctx.close();
});
