import { openStage, type Stage } from './model/history.js';
import { playHistories } from './model/run.js';

const RUNS = Number(process.env.MONEY_RUNS ?? 500);
/** Others each time; a failure names its seed, and `MONEY_SEED` plays it again. */
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 1_000_000_000);
/**
 * A difference of the months names no history: to find it, repeat a seed with fewer runs until the difference is gone.
 */
const IS_RECONCILED = process.env.MONEY_SEED !== undefined;
jest.setTimeout(300_000 + RUNS * 2_000);

/** One waits for Postgres while the other works. */
let stages: Stage[];
beforeAll(async () => {
  stages = await Promise.all([openStage(), openStage()]);
});
afterAll(() => Promise.all(stages.map((stage) => stage.close())));

/** Where histories must have been: else they prove little. */
const WANTED = [
  ...['order paid', 'order expired', 'order refunded', 'page paid', 'dispute inquiry', 'dispute won', 'dispute lost'],
  ...['refund requested succeeded', 'refund requested failed', 'refund processor succeeded', 'refund processor failed'],
  ...['statement carried', 'statement paid', 'statement failed', 'entry paid', 'entry returned', 'rerun unchanged'],
  ...['transfer executed', 'transfer refused', 'transfer executed after a wait', 'reversal owed again'],
];
/** Rare steps may be missing from some hundred histories, and occur in as many again. */
const MOST_ROUNDS = 5;

async function play(runs: number, seed: number): Promise<void> {
  process.stdout.write(`money model: ${runs} histories, MONEY_SEED=${seed}\n`);
  const played = await Promise.allSettled(
    stages.map((stage, i) =>
      playHistories(stage, { runs: Math.ceil(runs / 2), seed: seed + i, steps: 22, isReconciled: IS_RECONCILED }),
    ),
  );
  const totals = played.map((run) => {
    if (run.status === 'rejected') throw run.reason;
    return run.value;
  });
  process.stdout.write(`money model: ${JSON.stringify(totals)}\n`);
}

async function listUnmet(): Promise<string[]> {
  const met = await Promise.all(
    stages.map(
      ({ ctx }) => ctx.sql<{ what: string }[]>`
        SELECT DISTINCT 'order ' || status AS what FROM orders UNION SELECT DISTINCT 'page ' || state FROM checkouts
        UNION SELECT DISTINCT 'refund ' || reason || ' ' || state FROM refunds UNION SELECT DISTINCT 'dispute ' || state FROM disputes
        UNION SELECT DISTINCT 'statement ' || status FROM settlements UNION SELECT DISTINCT 'entry ' || outcome FROM bank_entries
        UNION SELECT DISTINCT 'transfer ' || state || CASE WHEN sending > 1 THEN ' after a wait' ELSE '' END
          FROM settlement_transfers WHERE account IS NOT NULL
        UNION SELECT 'reversal owed again' FROM transfer_reversals WHERE earning_id IS NOT NULL
        UNION SELECT DISTINCT 'rerun ' || (result ->> 'outcome') FROM settlement_runs WHERE kind = 'rerun'`,
    ),
  );
  const found = new Set(met.flat().map(({ what }) => what));
  return WANTED.filter((what) => !found.has(what));
}

test('after each step of buyers, banks and finance, and any death of a process, all accounts agree', async () => {
  await play(RUNS, SEED);
  if (RUNS < 500) return;
  let unmet = await listUnmet();
  for (let round = 1; round < MOST_ROUNDS && unmet.length > 0; round += 1) {
    process.stdout.write(`money model: none yet had ${unmet.join(', ')}\n`);
    await play(RUNS / 5, SEED + 1_000 * round);
    unmet = await listUnmet();
  }
  expect(unmet).toEqual([]);
});
