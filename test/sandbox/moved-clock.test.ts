import { createMovedClock } from '../../src/platform/clock/moved-clock.js';
import { addAhead } from '../../src/platform/clock/sql.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { advanceClock, ClockRefused } from '../../src/sandbox/advance-clock.js';
import { createTestContext, type TestContext } from '../support/context.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ env: { PAYMENTS: 'none' } });
});
afterEach(() => ctx.close());

test('stands as far ahead as the database says, for every process', async () => {
  const [one, two] = [createMovedClock(ctx.sql), createMovedClock(ctx.sql)];
  await addAhead(ctx.sql, 86_400_000);
  await addAhead(ctx.sql, 86_400_000);
  for (const clock of [one, two]) {
    await clock.refresh();
    const ahead = clock.now().getTime() - Date.now();
    expect(Math.round(ahead / 60_000)).toBe(2 * 24 * 60);
    clock.stop();
  }
});

test('is refused where money is real', async () => {
  const temporal = createTemporalClient(ctx.config);
  await expect(advanceClock(ctx, temporal, { days: 1 }, () => {})).rejects.toThrow(ClockRefused);
  expect(await ctx.sql`SELECT * FROM sandbox_clock`).toEqual([]);
  await temporal.close();
});
