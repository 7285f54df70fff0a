import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stopAllChildren } from '../../src/embedded/processes.js';
import type { Stretch } from './support/buyers.js';
import { openTraffic } from './support/cluster-traffic.js';
import { listTrials } from './support/cluster-trials.js';
import { judgeStretches } from './support/judge-stretches.js';

/**
 * Restarts, kills, stops and cuts off every kind of member of a cluster while buyers buy and webhooks are delivered,
 * and fails Postgres over; then checks that nothing that was acknowledged is lost, and nothing that money sees is there
 * twice: `npm run test:cluster -- [words]` runs the trials whose name has any of the words; without words, all.
 */
const WORDS = process.argv.slice(2);
/** For work that the trial has begun to end. */
const AFTER_MS = 3_000;
const LIMIT_MS = 20 * 60_000;

async function run(): Promise<boolean> {
  const from = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-cluster-'));
  const traffic = await openTraffic(folder, console.log);
  try {
    const { cluster, buyers } = traffic;
    const trials = listTrials(cluster).filter(
      ({ name }) => WORDS.length === 0 || WORDS.some((word) => name.includes(word)),
    );
    await pause(AFTER_MS * 2);
    for (const { name, run } of trials) {
      buyers.begin(name);
      // So that none that fails now counts with the trial before.
      await buyers.untilEnded();
      await run();
      await buyers.untilAnswered();
      await pause(AFTER_MS);
      console.log(row(buyers.stretches.at(-1)));
    }
    buyers.begin('after');
    const { faults, summary } = await traffic.judge();
    console.log(`\n${table(buyers.stretches)}\n`);
    for (const [failure, times] of tally(buyers.stretches)) console.log(`${times} × ${failure}`);
    console.log(`\n${summary}. ${((performance.now() - from) / 1_000).toFixed(0)} s`);
    faults.push(...judgeStretches(trials, buyers.stretches));
    for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`);
    console.log(faults.length === 0 ? 'Nothing lost, nothing twice.' : `${faults.length} faults.`);
    return faults.length === 0;
  } finally {
    await traffic.close();
    if (process.env.KEEP) console.log(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

/** A row of the table in docs/deploy/cluster.md. */
function row(stretch: Stretch | undefined): string {
  if (!stretch) return '';
  const { name, calls, failures, silentRead, silentWrite } = stretch;
  return `| ${name} | ${calls} | ${failures.length} | ${seconds(silentRead)} | ${seconds(silentWrite)} |`;
}

function table(stretches: readonly Stretch[]): string {
  const head = ['| Trial | Calls | Failed | No read for | No write for |', '|---|---|---|---|---|'];
  return [...head, ...stretches.map(row)].join('\n');
}

function tally(stretches: readonly Stretch[]): [string, number][] {
  const times = new Map<string, number>();
  for (const { name, failures } of stretches) {
    for (const failure of failures) {
      const line = `${name}: ${failure.replaceAll(/(evt_|ord_|req_)\w+/g, '$1…').slice(0, 140)}`;
      times.set(line, (times.get(line) ?? 0) + 1);
    }
  }
  return [...times].sort(([, a], [, b]) => b - a).slice(0, 60);
}

async function tooLong(): Promise<never> {
  await pause(LIMIT_MS, undefined, { ref: false });
  throw new Error('it took longer than 20 minutes');
}

Promise.race([run(), tooLong()]).then(
  async (holds) => {
    await stopAllChildren();
    process.exit(holds ? 0 : 1);
  },
  async (error: unknown) => {
    console.error(error);
    await stopAllChildren();
    process.exit(1);
  },
);
