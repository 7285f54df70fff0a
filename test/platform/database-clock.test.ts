import { createDatabaseClock } from '../../src/platform/clock/database-clock.js';
import { connectDatabase } from '../../src/platform/database/database.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { advanceClock, ClockRefused } from '../../src/sandbox/advance-clock.js';
import { addAhead, aheadOf } from '../../src/sandbox/sql/clock.js';
import { createTestContext, type TestContext } from '../support/context.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ env: { PAYMENTS: 'none' } });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await ctx.close();
});

/** This machine's clock is wrong by this much from now on. */
function shiftMachineClock(milliseconds: number): void {
  const real = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => real() + milliseconds);
}

async function databaseTime(): Promise<number> {
  const [row] = await ctx.sql<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return row?.at.getTime() ?? Number.NaN;
}

/** Whole seconds, without a negative zero. */
const seconds = (milliseconds: number | undefined) => Math.round((milliseconds ?? Number.NaN) / 1_000) + 0;

test.each([2 * HOUR, -2 * HOUR])('is the database’s on a machine that is %d ms ahead, and says so', async (wrong) => {
  shiftMachineClock(wrong);
  const clock = createDatabaseClock(ctx.sql);
  expect(clock.skewMs()).toBeUndefined();
  await clock.refresh();
  expect(seconds(clock.now().getTime() - (await databaseTime()))).toBe(0);
  expect(seconds(clock.skewMs())).toBe(wrong / 1_000);
  clock.stop();
});

test('stays within 100 ms when its first reading waits for a connection', async () => {
  const busy = connectDatabase({
    url: ctx.config.database.url ?? '',
    pool: 1,
    name: 'busy',
    statementTimeoutMs: 5_000,
  });
  const waits = busy`SELECT pg_sleep(0.8)`.execute();
  const clock = createDatabaseClock(busy);
  await clock.refresh();
  const [before, database, after] = [clock.now().getTime(), await databaseTime(), clock.now().getTime()];
  expect(before - database).toBeLessThan(100);
  expect(database - after).toBeLessThan(100);
  await waits;
  clock.stop();
  await busy.end();
});

test('stays within 30 ms when a busy thread handles its later readings late', async () => {
  const one = connectDatabase({ url: ctx.config.database.url ?? '', pool: 1, name: 'one', statementTimeoutMs: 5_000 });
  await one`SELECT 1`;
  const waits = one`SELECT pg_sleep(0.04)`.execute();
  const clock = createDatabaseClock(one);
  await Promise.all([clock.refresh(), waits]);
  let isBusy = true;
  const work = () => {
    for (const until = performance.now() + 150; performance.now() < until; );
    if (isBusy) setImmediate(work);
  };
  const read = clock.refresh();
  // The first statement is on its way then.
  setImmediate(() => setImmediate(work));
  await read;
  isBusy = false;
  clock.stop();
  await one.end();
  const [before, database, after] = [clock.now().getTime(), await databaseTime(), clock.now().getTime()];
  expect(before - database).toBeLessThan(30);
  expect(database - after).toBeLessThan(30);
});

test('follows a database whose clock was set', async () => {
  const clock = createDatabaseClock(ctx.sql);
  await clock.refresh();
  const [now, real] = [performance.now(), performance.now.bind(performance)];
  // Seen from here, it stands an hour ahead.
  jest.spyOn(performance, 'now').mockImplementation(() => real() - (real() > now ? HOUR : 0));
  await clock.refresh();
  expect(seconds(clock.now().getTime() - (await databaseTime()))).toBe(0);
  clock.stop();
});

test('goes on evenly when this machine’s clock jumps, and while the database is away', async () => {
  const clock = createDatabaseClock(ctx.sql);
  await clock.refresh();
  await ctx.sql`SELECT 1`;
  shiftMachineClock(2 * HOUR);
  expect(seconds(clock.now().getTime() - (await databaseTime()))).toBe(0);
  const away = createDatabaseClock({} as typeof ctx.sql);
  await away.refresh();
  expect(away.skewMs()).toBeUndefined();
  for (const one of [clock, away]) one.stop();
});

test('stands as far ahead as the sandbox says, for every process', async () => {
  const [one, two] = [0, 1].map(() => createDatabaseClock(ctx.sql, { ahead: aheadOf }));
  const real = createDatabaseClock(ctx.sql);
  await addAhead(ctx.sql, DAY);
  await addAhead(ctx.sql, DAY);
  for (const clock of [one, two, real]) {
    if (!clock) throw new Error('no clock');
    await clock.refresh();
    const ahead = clock === real ? 0 : 2 * DAY;
    expect(seconds(clock.now().getTime() - (await databaseTime()))).toBe(ahead / 1_000);
    expect(seconds(clock.unmoved().getTime() - (await databaseTime()))).toBe(0);
    clock.stop();
  }
});

test('is not moved where money is real', async () => {
  const temporal = createTemporalClient(ctx.config);
  await expect(advanceClock(ctx, temporal, { days: 1 }, () => {})).rejects.toThrow(ClockRefused);
  expect(await ctx.sql`SELECT * FROM sandbox_clock`).toEqual([]);
  await temporal.close();
});
