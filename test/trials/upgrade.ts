import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { type Buyers, startBuyers } from './support/buyers.js';
import { openBuyersShop } from './support/buyers-shop.js';
import { openClusterVersions } from './support/cluster-versions.js';
import { buildOlderVersion } from './support/older-version.js';
import { openTwoVersions, type Versions } from './support/two-versions.js';

/**
 * Upgrades from an earlier commit to this version, rolls back and upgrades again, as docs/deploy/upgrade.md says, behind
 * nginx and while buyers buy. No call may fail, no write may wait longer than a second (on a cluster five), and in the end every paid order
 * has its tickets and one mail: `npm run trial -- upgrade [commit] [cluster]`.
 */
const FROM = process.argv[2] ?? '9d71dfc';
/** On a cluster, with Worker Versioning, instead of one machine's servers. */
const IS_CLUSTER = process.argv[3] === 'cluster';
const CALLS_PER_SECOND = 18;
/** How long buyers buy between two steps. */
const STEP_MS = 8_000;
/** A cluster of twenty processes has no machine to itself. */
const LONGEST_WRITE_MS = IS_CLUSTER ? 5_000 : 1_000;
/** How long the rest may take once buyers are gone. A mail that failed is tried again after ten minutes at most. */
const MAX_WAIT_MS = 5 * 60_000;

async function run(): Promise<boolean> {
  const older = buildOlderVersion(FROM);
  const newer = projectRoot();
  const site = await (IS_CLUSTER ? openClusterVersions(older) : openTwoVersions(older));
  try {
    const shop = await openBuyersShop({ ...site, command: (...args) => site.command(older, ...args) });
    const buyers = startBuyers(shop, CALLS_PER_SECOND);
    await pause(STEP_MS);

    buyers.begin('migrate');
    const from = performance.now();
    await site.command(newer, 'migrate');
    console.log(`migrate took ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    buyers.begin('between migrate and restarts');
    await refundSome(site, older, buyers);
    await pause(STEP_MS);
    for (const [version, direction] of [
      [newer, 'up'],
      [older, 'back'],
      [newer, 'up again'],
    ] as const) {
      for (const face of ['worker', 'API'] as const) {
        buyers.begin(`${direction}: ${face}s`);
        await site.replaceAll(face, version);
      }
      buyers.begin(`after ${direction}`);
      await refundSome(site, version, buyers);
      await pause(STEP_MS);
    }
    await buyers.stop();
    const areQuick = reportCalls(buyers);
    return (await isNothingOwed(site, buyers)) && areQuick;
  } finally {
    await site.close();
  }
}

/** Two orders that were paid, by the command of docs/operations.md. */
async function refundSome({ command }: Versions, version: string, { paid }: Buyers): Promise<void> {
  for (const id of paid.slice(-2)) await command(version, 'sale', 'refund', id, '--tickets', '1');
}

function reportCalls({ stretches }: Buyers): boolean {
  for (const { name, calls, failures, slowestRead, slowestWrite } of stretches) {
    const figures = `${calls} calls, ${failures.length} failed`;
    const times = `slowest read ${slowestRead.toFixed(0)} ms, write ${slowestWrite.toFixed(0)} ms`;
    console.log(`${name.padEnd(30)} ${figures.padEnd(24)} ${times}`);
    for (const failure of [...new Set(failures)].slice(0, 5)) console.log(`  ${failure}`);
  }
  return stretches.every(({ failures, slowestWrite }) => failures.length === 0 && slowestWrite <= LONGEST_WRITE_MS);
}

interface Owed {
  orders: number;
  paid: number;
  withoutTickets: number;
  withoutMail: number;
  queuedMails: number;
  messages: number;
  refunds: number;
  unsentRefunds: number;
}

/** The open work, by the database. Unpaid orders stay held: their time is not over. */
async function readOwed({ sql }: Versions): Promise<Owed> {
  const [owed] = await sql<Owed[]>`
    SELECT count(*)::int AS orders, count(*) FILTER (WHERE paid_at IS NOT NULL)::int AS paid,
      count(*) FILTER (WHERE paid_at IS NOT NULL AND quantity <> (SELECT count(*) FROM tickets t WHERE t.order_id = o.id))::int
        AS without_tickets,
      count(*) FILTER (WHERE paid_at IS NOT NULL AND 1 <> (
        SELECT count(*) FROM ticket_mails m WHERE m.order_id = o.id AND kind = 'tickets' AND state = 'sent'))::int AS without_mail,
      (SELECT count(*)::int FROM ticket_mails WHERE state = 'queued') AS queued_mails,
      (SELECT count(*)::int FROM outbox) AS messages,
      (SELECT count(*)::int FROM refunds) AS refunds,
      (SELECT count(*)::int FROM refunds WHERE sent_at IS NULL) AS unsent_refunds
    FROM orders o`;
  if (!owed) throw new Error('the database says nothing');
  return owed;
}

async function isNothingOwed(site: Versions, buyers: Buyers): Promise<boolean> {
  const isOwed = (owed: Owed) =>
    owed.withoutTickets + owed.withoutMail + owed.queuedMails + owed.messages + owed.unsentRefunds > 0;
  const limit = performance.now() + MAX_WAIT_MS;
  let owed = await readOwed(site);
  while (isOwed(owed) && performance.now() < limit) {
    await pause(1_000);
    owed = await readOwed(site);
  }
  const mails = await site.sql<{ id: string }[]>`SELECT id FROM ticket_mails WHERE state = 'sent'`;
  const faults: string[] = [];
  for (const { id } of mails) {
    const copies = site.sink.received.filter(({ messageId }) => messageId.startsWith(`<${id}@`));
    if (copies.length === 0) faults.push(`${id} never came`);
    if (copies.slice(1).some(({ marked }) => !marked)) faults.push(`${id} came again and does not say so`);
  }
  const repeats = site.sink.received.length - mails.length;
  console.log(`${JSON.stringify(owed)}; ${mails.length} mails sent, ${repeats} of them came again`);
  for (const fault of faults) console.log(`  ${fault}`);
  return !isOwed(owed) && faults.length === 0 && owed.paid >= buyers.paid.length;
}

run().then(
  (holds) => process.exit(holds ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
