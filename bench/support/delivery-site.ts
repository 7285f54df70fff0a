import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { projectChanges } from '../../src/catalogue/project-changes.js';
import { createCompany } from '../../src/companies/create-company.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import type { Child } from '../../src/embedded/processes.js';
import type { Context } from '../../src/platform/context/context.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { notifySenders } from '../../src/platform/outbox/notify-senders.js';
import { settle as vacuum } from './kept-catalogue.js';
import { openPlatform } from './platform.js';
import { residentMegabytes } from './process-usage.js';
import { pause } from './run.js';

/** A platform of its own with a worker process and a receiver. */
export interface DeliverySite {
  ctx: Context;
  /**
   * Adds webhooks of one company each. Paths with `/hang` are never answered, `/down` as {@link take} says, and
   * `/again` refuse the first attempt of each delivery, but for each twentieth: they are in trouble and not down.
   * `/slow` respond after 1 to 4 seconds.
   */
  addEndpoints(paths: readonly string[]): Promise<string[]>;
  removeEndpoints(ids: readonly string[]): Promise<void>;
  /**
   * Changes this many events in one transaction, and returns when it was committed. The worker projects a single change,
   * as in the service; many are projected here, because only what follows is measured.
   */
  changeEvents(count: number): Promise<number>;
  /** Does `work` and waits for the fan-out of its changes, which endpoints with this in their path do not get. */
  keepFrom(path: string, work: () => Promise<unknown>): Promise<void>;
  /** When the next request comes in at a path. */
  nextAt(path: string): Promise<number>;
  /**
   * Settles when no delivery waits for an attempt, and at least this many more were delivered since the last call.
   *
   * @returns when none waited: counting them takes longer with each round.
   */
  untilDelivered(count: number): Promise<number>;
  /** Settles when nothing waits, not even to be tried again; no receiver hangs; and dead rows are vacuumed. */
  untilIdle(): Promise<void>;
  /** Writes this many due deliveries to each of these endpoints. */
  addBacklog(endpointIds: readonly string[], count: number): Promise<void>;
  /**
   * Lets Postgres know how large the tables are, as its autovacuum does within a minute: until then it plans for empty
   * ones. And lets it write the new rows to disk, which in a real service are written over hours.
   */
  settle(): Promise<void>;
  /** Whether receivers whose path begins with `/down` close every connection. */
  take(down: boolean): void;
  /** Memory of the first worker. */
  workerMegabytes(): number;
  /** How many first attempts wait. */
  countWaiting(): Promise<number>;
  /** Settings of its processes. */
  environment: Record<string, string>;
  /** The addresses of these paths of the receiver. */
  urlsOf(paths: readonly string[]): string[];
  /** The worker processes, the first of them from the beginning. */
  workers: readonly Child[];
  startWorker(): Promise<void>;
  /** Kills the first of them. */
  killWorker(): Promise<void>;
  close(): Promise<void>;
}

export async function openDeliverySite(options: { events: number }): Promise<DeliverySite> {
  const platform = await openPlatform({ ALLOW_PRIVATE_DELIVERY: '1' }, { temporal: true });
  const { ctx, environment } = platform;
  await generateEvents(ctx, { events: options.events, seed: 1, organizer: { source: 'bench' } });
  const workers: Child[] = [];
  const startWorker = async () => {
    workers.push(await platform.serve(`worker-${workers.length}`, 'worker/worker.js'));
  };
  await startWorker();
  let isDown = false;
  const refused = new Set<string>();
  const firsts = new Map<string, number>();
  const isRefused = (path: string, id: string) => {
    if (refused.has(id)) return false;
    const nth = (firsts.get(path) ?? 0) + 1;
    firsts.set(path, nth);
    return nth % 20 !== 0 && Boolean(refused.add(id));
  };
  const awaited = new Map<string, (at: number) => void>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const path = request.url ?? '';
      awaited.get(path)?.(performance.now());
      awaited.delete(path);
      if (path.startsWith('/down') && isDown) request.socket.destroy();
      else if (path.startsWith('/again')) {
        response.writeHead(isRefused(path, String(request.headers['service-delivery-id'])) ? 503 : 204).end();
      } else if (path.startsWith('/slow')) {
        setTimeout(() => response.writeHead(204).end(), 1_000 + Math.random() * 3_000);
      } else if (!path.startsWith('/hang')) response.writeHead(204).end();
    });
  });
  const port = await listening(server);
  let company = 0;
  let deliveredBefore = 0;
  const count = async (state: string): Promise<number> => {
    const [row] = await ctx.sql<{ count: number }[]>`SELECT count(*) AS count FROM deliveries WHERE state = ${state}`;
    return row?.count ?? 0;
  };
  const countWaiting = async (): Promise<number> => {
    const [row] = await ctx.sql<{ count: number }[]>`
      SELECT count(*) AS count FROM deliveries WHERE state = 'pending' AND attempt = 0`;
    return row?.count ?? 0;
  };
  const settle = async () => {
    await ctx.sql`ANALYZE`;
    await ctx.sql`CHECKPOINT`;
  };
  return {
    ctx,
    workers,
    startWorker,
    environment,
    urlsOf: (paths) => paths.map((path) => `http://127.0.0.1:${port}${path}`),
    async killWorker() {
      const worker = workers.shift();
      if (!worker) return;
      process.kill(worker.pid, 'SIGKILL');
      await worker.ended;
    },
    nextAt: (path) => new Promise((resolve) => awaited.set(path, resolve)),
    countWaiting,
    take(down) {
      isDown = down;
    },
    workerMegabytes: () => residentMegabytes(workers[0]?.pid ?? 0),
    async untilDelivered(wanted) {
      // Asked often, so it must cost next to nothing: whether there is any, and only at the end how many.
      const isBusy = async (): Promise<boolean> => {
        const [row] = await ctx.sql<{ busy: boolean }[]>`
          SELECT EXISTS (SELECT FROM deliveries WHERE state = 'pending' AND attempt = 0)
              OR EXISTS (SELECT FROM changes WHERE fanned_out_at IS NULL)
              OR EXISTS (SELECT FROM outbox) AS busy`;
        return row?.busy ?? true;
      };
      do await pause(25);
      while (await isBusy());
      const ended = performance.now();
      const delivered = await count('delivered');
      const more = delivered - deliveredBefore;
      deliveredBefore = delivered;
      if (more < wanted) throw new Error(`${more} of ${wanted} deliveries arrived`);
      return ended;
    },
    async untilIdle() {
      const connections = () =>
        new Promise<number>((resolve, reject) => {
          server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
        });
      while ((await count('pending')) > 0 || (await connections()) > 0) {
        await pause(200);
      }
      await vacuum(ctx);
    },
    async addBacklog(endpointIds, size) {
      await ctx.sql.begin(async (tx) => {
        await tx`
          WITH made AS (
            INSERT INTO changes (id, type, mode, what, event_id, created_at, fanned_out_at)
            SELECT 'chg_' || endpoint_id || '_' || n, 'event.changed', 'live', 'changed', 'evt_backlog', now(), now()
              FROM generate_series(1, ${size}::integer) n, unnest(${endpointIds as string[]}::text[]) endpoint_id
            RETURNING id, seq, split_part(id, '_', 2) || '_' || split_part(id, '_', 3) AS endpoint_id)
          INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, content, state, next_attempt_at, created_at)
          SELECT 'dlv_backlog_' || seq, id, seq, endpoint_id, 'evt_backlog', convert_to(repeat('x', 1300), 'UTF8'), 'pending', now(), now()
            FROM made`;
        await notifySenders(tx);
      });
      await settle();
    },
    settle,
    async addEndpoints(paths) {
      const ids: string[] = [];
      for (const path of paths) {
        const { id: companyId } = await createCompany(ctx, { name: `Bench ${++company}` });
        const { id: key } = await createKey(ctx, { companyId, kind: 'server' });
        ids.push((await addWebhook(ctx, { key, url: `http://127.0.0.1:${port}${path}` })).id);
      }
      return ids;
    },
    async removeEndpoints(ids) {
      for (const id of ids) await removeEndpoint(ctx, id);
    },
    async keepFrom(path, work) {
      const hears = (events: boolean) =>
        ctx.sql`UPDATE delivery_endpoints SET subscribes_events = ${events} WHERE url LIKE ${`%${path}%`}`;
      await hears(false);
      await work();
      const waiting = () => ctx.sql`SELECT FROM changes WHERE fanned_out_at IS NULL LIMIT 1`;
      while ((await waiting()).length > 0) await pause(20);
      await hears(true);
    },
    async changeEvents(count) {
      await ctx.sql.begin(async (tx) => {
        const rows = await tx<{ id: string }[]>`
          UPDATE events SET name = 'Changed ' || ${randomBytes(4).toString('hex')}
           WHERE id IN (SELECT id FROM events WHERE NOT test ORDER BY id LIMIT ${count}) RETURNING id`;
        await enqueue(
          tx,
          'event.touched',
          rows.map((row) => row.id),
          ctx.clock.now(),
        );
      });
      const committed = performance.now();
      if (count > 1) await projectChanges(ctx);
      return committed;
    },
    async close() {
      await platform.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** From the commit of a change to its arrival at one endpoint, in milliseconds, for changes one after another. */
export async function delays(site: DeliverySite, path: string, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const arrived = site.nextAt(path);
    const committed = await site.changeEvents(1);
    found.push((await arrived) - committed);
    // Else it would be gathered with the one before.
    await pause(150 + Math.random() * 100);
  }
  return found;
}
