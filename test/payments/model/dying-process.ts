import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createContext } from '../../../src/context/create-context.js';
import type { Context } from '../../../src/platform/context/context.js';
import type { TestContext } from '../../support/context.js';

/** When a process dies: with the nth piece that it sends to Postgres or to Stripe. */
export interface Death {
  piece: number;
  /** The piece arrives and takes effect, and its answer is lost; false: it never arrives. */
  arrives: boolean;
}

/**
 * A context whose every connection is cut at one instant, as by `kill -9`: its code's further calls have no effect. The
 * code runs in this process, so hundreds of deaths a minute are cheap.
 */
export class DyingProcess {
  readonly died: Promise<void>;
  isDead = false;
  ctx!: Context;
  private left = Number.POSITIVE_INFINITY;
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private tellDeath = () => {};

  private constructor(private readonly death: Death) {
    this.died = new Promise((resolve) => {
      this.tellDeath = resolve;
    });
  }

  /** Like `ctx`, and with its clock. */
  static async start(ctx: TestContext, stripeOrigin: string, death: Death): Promise<DyingProcess> {
    const process = new DyingProcess(death);
    const [database, stripe] = [new URL(ctx.databaseUrl), new URL(stripeOrigin)];
    database.port = await process.relay(Number(database.port));
    stripe.port = await process.relay(Number(stripe.port));
    const { config, clock, encryptionKey } = ctx;
    const { live } = config.stripe;
    if (!live) throw new Error('this needs PAYMENTS=stripe');
    const own = {
      ...config,
      encryptionKey,
      // It serves no lists.
      listingsMemory: 0,
      database: { ...config.database, url: database.href },
      stripe: { live: { ...live, apiBase: stripe.origin } },
    };
    process.ctx = createContext(own, { name: 'dying', clock });
    await process.ctx.sql`SELECT 1`;
    process.left = death.piece;
    return process;
  }

  close(): void {
    this.die();
    const { sql, reads, quickReads, foldedLog, files } = this.ctx;
    foldedLog.close();
    files.close();
    // Its queries went with their connections: there is nothing to wait for.
    for (const pool of [sql, reads, quickReads]) void pool.end({ timeout: 0 });
  }

  private die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.tellDeath();
    for (const server of this.servers) server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** @returns a port of this machine that leads to another one. */
  private async relay(port: number): Promise<string> {
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      let isLast = false;
      for (const socket of [near, far]) {
        this.sockets.add(socket.setNoDelay());
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.on('data', (piece) => {
        if (this.isDead) return;
        this.left -= 1;
        if (this.left === 0 && !this.death.arrives) return this.die();
        isLast ||= this.left === 0;
        far.write(piece);
      });
      far.on('data', (piece) => {
        if (isLast) this.die();
        else if (!this.isDead) near.write(piece);
      });
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return String((server.address() as AddressInfo).port);
  }
}
