import { setTimeout as pause } from 'node:timers/promises';
import { generateEvents } from '../../../src/catalogue/generate-events.js';
import { closeContext, createContext } from '../../../src/context/create-context.js';
import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { readConfig } from '../../../src/platform/config/config.js';
import type { Context } from '../../../src/platform/context/context.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import { createTemporalClient } from '../../../src/platform/temporal/client.js';
import { type Cluster, openCluster, runCommand } from '../../../tools/cluster/cluster.js';
import { type MailSink, startMailSink } from '../../support/outside/mail-sink.js';
import { type BulkReader, startBulkReader } from './bulk-reader.js';
import { type Buyers, startBuyers } from './buyers.js';
import { COMPANY, openBuyersShop } from './buyers-shop.js';
import { type ChaosReceiver, startChaosReceiver } from './chaos-receiver.js';
import { judgeCloses } from './judge-closes.js';
import { judgeDeliveries } from './judge-deliveries.js';
import { judgeOrders } from './judge-orders.js';
import { MINIMUM_MINOR, type MonthCloses, readStatements, startMonthCloses } from './month-closes.js';
import { readDeliveries } from './read-deliveries.js';

const CALLS_PER_SECOND = 18;
/** Events that are changed, one after the other, once each. */
const CHANGES = 1_200;
const CHANGE_EVERY_MS = 1_000;
/** Receivers of even numbers take everything. */
const RECEIVERS: readonly number[] = [0, 2];
/**
 * How long running work may take to end once nothing is broken any more: a mail whose attempt was lost waits for some
 * minutes.
 */
const MAX_WAIT_MS = 8 * 60_000;

/** A cluster with a partner's shop, its buyers, its webhooks and its bulk files, and months that are closed. */
export interface ClusterTraffic {
  cluster: Cluster;
  buyers: Buyers;
  /** Ends the traffic, waits until nothing is owed and compares all. @returns the faults, and a summary. */
  judge(): Promise<{ faults: string[]; summary: string }>;
  close(): Promise<void>;
}

export async function openTraffic(folder: string, say: (line: string) => void): Promise<ClusterTraffic> {
  const sink = await startMailSink();
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'tickets@service.example', ANNOUNCE_CHANGES_AFTER: '1h' };
  const cluster = await openCluster({ folder, say, env, isPartitionable: true });
  // On a busy machine a thousand events at once take longer than a call may.
  const own = { ...cluster.env, DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
  const ctx = createContext(readConfig(own), { name: 'trial' });
  const temporal = createTemporalClient(ctx.config);
  try {
    await generateEvents(ctx, { events: CHANGES, seed: 1, organizer: { source: 'cluster' } });
    await ctx.sql`UPDATE events SET country = 'DE'`;
    const { origin } = cluster;
    const command = (...args: string[]) => runCommand(cluster, ...args);
    const shop = await openBuyersShop({ command, sql: ctx.sql, origin });
    const files = await subscribe(command);
    const closes = await startMonthCloses(ctx, temporal);
    const receiver = await startChaosReceiver();
    const endpoints: string[] = [];
    for (const number of RECEIVERS) {
      endpoints[number] = (await addWebhook(ctx, { key: shop.key, url: `${receiver.url}/${number}` })).id;
    }
    const changes = startChanges(ctx);
    const buyers = startBuyers(shop, CALLS_PER_SECOND, { persistent: true, readers: 2, timeoutMs: 30_000 });
    return {
      cluster,
      buyers,
      async judge() {
        await Promise.all([buyers.stop(), changes.stop(), closes.stop(), files.stop()]);
        const owed = await untilNothingOwed(ctx);
        return judgeAll(ctx, { owed, buyers, closes, files, sink, receiver, endpoints, changed: changes.changed });
      },
      async close() {
        await temporal.close();
        await closeContext(ctx);
        await cluster.close();
        await sink.close();
      },
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** A key and a subscription for bulk files, by commands, and a partner who reads them. */
async function subscribe(command: (...args: string[]) => Promise<string>): Promise<BulkReader> {
  const of = ['--company', COMPANY];
  const key = await command('key', 'create', ...of, '--kind', 'server', '--capability', 'BULK_FEEDS');
  const printed = await command('subscription', 'add', ...of, '--json');
  const { urls } = JSON.parse(printed) as { urls: string[] };
  const file = urls.find((url) => url.endsWith('.ndjson.gz')) ?? '';
  return startBulkReader(file, key.trim().split('\n').at(-1) ?? '');
}

/** Changes one event after the other, each for good before the next. */
function startChanges(ctx: Context): { changed: string[]; stop(): Promise<void> } {
  const changed: string[] = [];
  let isOver = false;
  const work = (async () => {
    const rows = await ctx.sql<{ id: string }[]>`SELECT id FROM events WHERE id <> 'evt_upgrade' ORDER BY id`;
    for (const { id } of rows) {
      const change = () =>
        ctx.sql.begin(async (tx) => {
          await tx`UPDATE events SET name = 'Changed ' || id WHERE id = ${id}`;
          await enqueue(tx, 'event.touched', [id], ctx.clock.now());
        });
      while (!isOver && !changed.includes(id)) {
        await change().then(
          () => changed.push(id),
          () => pause(500),
        );
      }
      if (isOver) return;
      await pause(CHANGE_EVERY_MS);
    }
  })();
  return {
    changed,
    async stop() {
      isOver = true;
      await work;
    },
  };
}

interface Owed {
  messages: number;
  deliveries: number;
  changes: number;
  mails: number;
  statements: number;
}

/** The open work after the longest wait; usually none. */
async function untilNothingOwed(ctx: Context): Promise<Owed> {
  const limit = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const [owed] = await ctx.sql<Owed[]>`
      SELECT (SELECT count(*)::int FROM outbox) AS messages,
             (SELECT count(*)::int FROM deliveries WHERE state = 'pending') AS deliveries,
             (SELECT count(*)::int FROM changes WHERE fanned_out_at IS NULL) AS changes,
             (SELECT count(*)::int FROM orders o WHERE status = 'paid' AND NOT EXISTS (
                SELECT FROM ticket_mails m WHERE m.order_id = o.id AND m.state <> 'queued')) AS mails,
             (SELECT count(*)::int FROM settlements WHERE status IN ('issued', 'paying', 'failed')) AS statements`;
    if (!owed) throw new Error('the database says nothing');
    if (Object.values(owed).every((count) => count === 0) || performance.now() > limit) return owed;
    await pause(1_000);
  }
}

interface Traffic {
  owed: Owed;
  buyers: Buyers;
  closes: MonthCloses;
  files: BulkReader;
  sink: MailSink;
  receiver: ChaosReceiver;
  endpoints: readonly string[];
  changed: readonly string[];
}

async function judgeAll(ctx: Context, traffic: Traffic): Promise<{ faults: string[]; summary: string }> {
  const { buyers, closes, files, receiver, endpoints } = traffic;
  const faults = await judgeOrders(ctx.sql, buyers, traffic.sink);
  if (Object.values(traffic.owed).some((count) => count > 0))
    faults.push(`still owed: ${JSON.stringify(traffic.owed)}`);
  const { deliveries } = await readDeliveries(ctx);
  const first = deliveries.filter(({ endpointId }) => endpointId === endpoints[0]);
  // Both have the same key, so both get the same.
  const judged = judgeDeliveries({
    requests: receiver.requests.map((request) => ({
      ...request,
      endpoint: RECEIVERS.indexOf(request.endpoint),
    })),
    deliveries,
    endpoints: RECEIVERS.map((number) => endpoints[number] ?? ''),
    changes: first.length,
    switched: [],
  });
  faults.push(...judged.faults);
  const delivered = new Set(receiver.requests.map(({ eventId }) => eventId));
  for (const id of traffic.changed) if (!delivered.has(id)) faults.push(`${id} changed, and no endpoint was sent it`);
  const paid = await ctx.sql<{ id: string; sent: number }[]>`
    SELECT s.order_id AS id, (SELECT count(*)::int FROM changes c WHERE c.sale_id = s.id AND c.fanned_out_at IS NOT NULL) AS sent
      FROM sales s WHERE EXISTS (SELECT FROM earnings WHERE sale_id = s.id)`;
  for (const { id, sent: times } of paid)
    if (times === 0) faults.push(`${id} was sold, and its earning was sent to no endpoint`);
  const statements = await readStatements(ctx.sql);
  faults.push(...judgeCloses(closes.months, statements, MINIMUM_MINOR));
  await files.judge(ctx.sql);
  faults.push(...files.faults);
  const again = [...files.repeats].map(([what, times]) => `${times} × ${what}`).join('; ');
  const summary =
    `${buyers.ordered.size} orders and ${buyers.paid.length} payments acknowledged; ${paid.length} sales; ` +
    `${traffic.changed.length} events changed; ${traffic.sink.received.length} mails; ` +
    `${closes.months.length} months closed, ${statements.length} statements; ` +
    `${files.files} bulk files, requested again after: ${again || 'nothing'}. ${judged.summary}`;
  return { faults, summary };
}
