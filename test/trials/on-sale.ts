import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSale } from '../../bench/support/sale.js';
import { comparePayments } from '../../bench/support/sale-payments.js';
import { openTicketShop } from '../../bench/support/ticket-site.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { stopAllChildren } from '../../src/embedded/processes.js';
import { readConfig } from '../../src/platform/config/config.js';
import { openCluster } from '../../tools/cluster/cluster.js';
import { startMailSink } from '../support/outside/mail-sink.js';

/**
 * A sale's first minute on a cluster, with a member killed in the middle:
 * `npm run trial -- on-sale [orders] [seconds] [member]`.
 */
const ORDERS = Number(process.argv[2] ?? 30_000);
const SECONDS = Number(process.argv[3] ?? 60);
const KILLED = process.argv[4] ?? 'worker-1';
const HOLD_SECONDS = 120;
/** The address of nginx. */
const CALLERS = 128;
const AWAY_MS = 5_000;

async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-on-sale-'));
  const sink = await startMailSink();
  const env = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'tickets@service.example',
    HOLD_FOR: `${HOLD_SECONDS}s`,
    // In production, nothing else than 32 minutes is taken.
    NODE_ENV: 'development',
  };
  try {
    const cluster = await openCluster({ folder, say: console.log, env });
    const victim = cluster.members.get(KILLED);
    if (!victim) throw new Error(`the cluster has no member ${KILLED}: ${[...cluster.members.keys()].join(', ')}`);
    // On a busy machine two thousand events at once take longer than a call may.
    const own = { ...cluster.env, DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
    const ctx = createContext(readConfig(own), { name: 'trial' });
    const processes = () =>
      [...cluster.members.values()].flatMap(({ row: { name, pid } }) => {
        const kind = name.startsWith('api') ? ('API' as const) : name.startsWith('worker') && ('worker' as const);
        return kind && pid ? [{ kind, pid }] : [];
      });
    const site = { ctx, origin: cluster.origin, sink, shop: await openTicketShop(ctx), processes };
    const kept = [
      await runSale(site, {
        orders: ORDERS,
        withinMs: SECONDS * 1_000,
        callers: CALLERS,
        holdMs: HOLD_SECONDS * 1_000,
        async halfway() {
          console.log(`  ${KILLED} is killed, and comes back after ${AWAY_MS / 1_000} s`);
          await victim.kill(AWAY_MS);
        },
      }),
      await comparePayments(site, CALLERS),
    ];
    await closeContext(ctx);
    await cluster.close();
    return kept.every(Boolean);
  } finally {
    await stopAllChildren();
    await sink.close();
    if (process.env.KEEP) console.log(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

run().then(
  (holds) => process.exit(holds ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
