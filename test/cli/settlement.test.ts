import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { lastEndedMonth, monthOf, nextMonth, startOfMonth } from '../../src/settlements/rules/settlement.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, type Seller } from '../support/data/build.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { createTestEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let worker: RunningWorker;
let month: string;

beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: new Date().toISOString() });
  month = lastEndedMonth(ctx.clock.now());
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker.stop();
  await ctx.close();
  await environment.teardown();
});

/** On the database and the task queues of this test. */
const settlement = (...args: string[]) => runCli(ctx, ['settlement', ...args]);

const who = ['--by', 'Fiona', '--reason', 'asked by the partner'];
/** The choice of a partner's statement. */
const of = (partner: Seller, currency?: string) => [
  ...['--month', month, '--company', partner.companyId],
  ...(currency ? ['--currency', currency] : []),
];
const newest = async (partner: Seller) => (await statementsOf(ctx, partner.companyId)).at(-1);
const line = (partner: Seller, minor: number, currency = 'EUR') =>
  seedLine(ctx, partner, minor, startOfMonth(month), currency);

async function issued(amountMinor = 9000): Promise<Seller> {
  const partner = await seedPayee(ctx, { netDays: 90 });
  await line(partner, amountMinor);
  await closeMonth(ctx, month);
  return partner;
}

/** The words of a printed table's row that begins with `name`. */
function row(out: string, name: string): string[] {
  const found = out.split('\n').find((line) => line.startsWith(name)) ?? '';
  return found.trim().split(/\s{2,}/);
}

describe('close', () => {
  test('a dry run shows what would be written and writes nothing; then it is written; then it is kept', async () => {
    const partner = await seedPayee(ctx, { netDays: 90 });
    await line(partner, 9000);
    await line(partner, 12, 'KWD');
    const dry = await settlement('close', ...of(partner), ...who, '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toMatch(new RegExp(`${partner.companyId} +EUR +90.00 EUR +1 +issued`));
    expect(dry.out).toMatch(new RegExp(`${partner.companyId} +KWD +0.012 KWD +1 +carried`));
    expect(dry.out).toContain('Dry run: nothing was written. 2 new statements, 0 unchanged.');
    expect(await statementsOf(ctx, partner.companyId)).toEqual([]);

    const done = await settlement('close', ...of(partner), ...who);
    expect(done.code).toBe(0);
    expect(done.out).toContain('1 companies done, 0 left: 1 issued, 1 carried, 0 refused, 0 already written');
    expect(await statementsOf(ctx, partner.companyId)).toHaveLength(2);
    const again = await settlement('close', ...of(partner), ...who);
    expect(again.out).toContain('0 issued, 0 carried, 0 refused, 2 already written');
  });

  test('a company without terms: says so', async () => {
    const { companyId } = await addPartner(ctx);
    const { code, out } = await settlement(
      'close',
      '--month',
      month,
      '--company',
      companyId,
      ...who,
      '--per-second',
      '5',
    );
    expect([code, out]).toEqual([0, expect.stringContaining(`${companyId} has no terms, so it gets no statement`)]);
  });
});

describe('rerun', () => {
  test('nothing changed: says so', async () => {
    const partner = await issued();
    const { code, out } = await settlement('rerun', ...of(partner), ...who);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Nothing changed: stm_\w+ stays issued\.\n$/)]);
    expect(await statementsOf(ctx, partner.companyId)).toHaveLength(1);
  });

  test('a dry run shows the difference line by line; the run does it; who, when and why are shown', async () => {
    const partner = await issued();
    const [late, refund] = [await line(partner, 250), await line(partner, -1000)];
    const dry = await settlement('rerun', ...of(partner), ...who, '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(row(dry.out, late.id)).toEqual([late.id, '–', '2.50 EUR']);
    expect(row(dry.out, refund.id)).toEqual([refund.id, '–', '-10.00 EUR']);
    expect(dry.out).toContain('Difference: -7.50 EUR in 2 lines.\nAmount: 90.00 EUR before, 82.50 EUR after.');
    expect(dry.out).toContain('Dry run: nothing was written.');
    expect(await statementsOf(ctx, partner.companyId)).toMatchObject([{ status: 'issued', amount: { minor: 9000 } }]);

    const done = await settlement('rerun', ...of(partner), ...who);
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/is void; stm_\w+ \(82\.50 EUR, 3 lines\) is issued\./);
    const shown = await settlement('show', ...of(partner));
    expect(row(shown.out, 'stm_')).toEqual(
      expect.arrayContaining([`${month} (version 2)`, 'issued', '82.50 EUR', '3']),
    );
    const [kind, when, by, status, why, result] = row(shown.out, 'rerun');
    expect([kind, by, status, why]).toEqual(['rerun', 'Fiona', 'finished', 'asked by the partner']);
    expect(when).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(result).toMatch(/is void; stm_/);
  });

  test('a rerun of a paid month is refused with the difference, which waits for the next month', async () => {
    const partner = await issued();
    const statement = await newest(partner);
    // The command has the machine's clock, the worker this one.
    ctx.clock.advance(3_600_000);
    await settlement('pay', ...of(partner), ...who);
    await waitFor(async () => (await newest(partner))?.status === 'paid');
    const late = await line(partner, 400);
    const refused = await settlement('rerun', ...of(partner), ...who);
    expect(refused.code).toBe(1);
    expect(row(refused.out, late.id)).toEqual([late.id, '–', '4.00 EUR']);
    expect(refused.out).toContain(
      `Refused: ${statement?.id} is paid. The difference of 4.00 EUR in 1 lines goes to the next month's statement.`,
    );
    expect(await statementsOf(ctx, partner.companyId)).toHaveLength(1);
    const shown = await settlement('show', statement?.id ?? '');
    expect(row(shown.out, 'rerun')).toEqual(expect.arrayContaining(['Fiona', 'refused', 'asked by the partner']));
  });
});

describe('void, pay and adjust', () => {
  test('void takes a statement back, its dry run does not', async () => {
    const partner = await issued();
    const dry = await settlement('void', ...of(partner), ...who, '--dry-run');
    expect(dry.out).toMatch(/^Dry run: stm_\w+ is issued; 90.00 EUR in 1 lines would be ready again\.\n$/);
    expect((await newest(partner))?.status).toBe('issued');
    expect((await settlement('void', ...of(partner), ...who)).out).toMatch(
      /is void; 90.00 EUR in 1 lines are ready again/,
    );
    expect((await newest(partner))?.status).toBe('void');
    const twice = await settlement('void', ...of(partner), ...who);
    expect([twice.code, twice.err]).toEqual([
      1,
      expect.stringMatching(/is void: only an issued or failed statement can be/),
    ]);
  });

  test('a payment by hand is recorded; a paid statement can be neither paid nor void, not even on a dry run', async () => {
    const partner = await issued();
    expect((await settlement('pay', ...of(partner), ...who, '--dry-run')).out).toContain('90.00 EUR would be paid');
    const paid = await settlement('pay', ...of(partner), ...who, '--payment-reference', 'WIRE 42');
    expect([paid.code, paid.out]).toEqual([0, expect.stringMatching(/is paid: WIRE 42\n$/)]);
    for (const command of ['pay', 'void']) {
      for (const dry of [[], ['--dry-run']]) {
        const { code, out, err } = await settlement(command, ...of(partner), ...who, ...dry);
        expect([code, out, err]).toEqual([
          1,
          '',
          expect.stringMatching(/^stm_\w+ is paid: only an issued or failed statement/),
        ]);
      }
    }
  });

  test('an adjustment is kept for the month it corrects', async () => {
    const partner = await issued();
    const adjust = [
      'adjust',
      '--company',
      partner.companyId,
      '--currency',
      'EUR',
      '--amount',
      '-12.50',
      '--month',
      month,
    ];
    expect((await settlement(...adjust, ...who, '--dry-run')).out).toMatch(
      /^Dry run: -12\.50 EUR for cmp_\w+ would be/,
    );
    const done = await settlement(...adjust, ...who);
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/^ern_\w+: -12\.50 EUR/)]);
    expect(row((await settlement('show', ...of(partner))).out, 'adjust')).toEqual(
      expect.arrayContaining(['Fiona', 'asked by the partner']),
    );
    const twice = await settlement(...adjust, ...who);
    expect([twice.code, twice.out, twice.err]).toEqual([
      1,
      '',
      expect.stringMatching(/^the same adjustment was made by/),
    ]);
    expect((await settlement(...adjust, ...who, '--again')).code).toBe(0);
  });
});

describe('list and refusals', () => {
  test('lists by month, company, currency and status', async () => {
    const partner = await issued();
    await line(partner, 500_000, 'JPY');
    await settlement('rerun', ...of(partner, 'JPY'), ...who);
    const { out } = await settlement('list', ...of(partner));
    expect(out.match(/stm_/g)).toHaveLength(2);
    expect(out).toContain('500,000 JPY');
    expect((await settlement('list', ...of(partner), '--currency', 'JPY')).out.match(/stm_/g)).toHaveLength(1);
    expect((await settlement('list', ...of(partner), '--status', 'paid')).out).not.toContain('stm_');
    const first = (await settlement('list', ...of(partner), '--limit', '1')).out;
    expect([first.match(/stm_/g)?.length, /and more: --limit shows them/.test(first)]).toEqual([1, true]);
    expect((await settlement('list', ...of(partner), '--limit', '2')).out).not.toContain('and more');
    const choose = await settlement('show', ...of(partner));
    expect([choose.code, choose.err]).toEqual([2, 'currency: choose one: EUR, JPY\n']);
  });

  test.each<[string, () => string[], RegExp]>([
    ['a month that is not one', () => ['close', '--month', '2026-13', ...who], /must be a month such as 2026-10/],
    ['a month of long ago', () => ['close', '--month', '0206-10', ...who], /must be a month such as 2026-10/],
    [
      'too fast',
      () => ['close', '--month', month, '--per-second', '20000', ...who],
      /must be a whole number from 1 to 10000/,
    ],
    [
      'a currency that is none',
      () => ['adjust', '--company', 'x', '--currency', 'EUT', '--amount', '1', ...who],
      /EUT is not a currency/,
    ],
    [
      'a month that has not begun',
      () => ['adjust', '--company', 'x', '--currency', 'EUR', '--amount', '1', '--month', '2999-01', ...who],
      /2999-01 has not begun/,
    ],
    [
      'a month that is not over',
      () => ['close', '--month', nextMonth(monthOf(new Date())), ...who],
      /nothing is closed early/,
    ],
    ['no reason', () => ['rerun', '--month', month, '--company', 'x'], /required option '--reason <text>'/],
    ['an empty reason', () => ['close', '--month', month, '--reason', ' '], /reason: must not be empty/],
    ['nobody', () => ['close', '--month', month, '--reason', 'x', '--by', ''], /'--by <name>' argument '' is invalid/],
    [
      'an unknown company',
      () => ['rerun', '--month', month, '--company', 'Nobody', ...who],
      /^There is no company Nobody\.\n$/,
    ],
    ['an unknown statement', () => ['show', 'stm_none'], /^There is no statement stm_none\.\n$/],
    [
      'nothing to choose',
      () => ['show', '--month', month],
      /Name a statement, or choose one with --month and --company/,
    ],
    ['a currency in small letters', () => ['list', '--currency', 'eur'], /must be three capital letters such as EUR/],
    [
      'no amount',
      () => ['adjust', '--company', 'x', '--currency', 'EUR', '--amount', '1,50', ...who],
      /must be an amount/,
    ],
  ])('%s: one clear line and no success', async (_what, args, said) => {
    const { code, out, err } = await settlement(...args());
    const isUsage = /^error: |^Name a statement|^(currency|reason): /.test(err);
    expect([code, out, err]).toEqual([isUsage ? 2 : 1, '', expect.stringMatching(said)]);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
