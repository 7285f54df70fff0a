import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Context } from '../../src/platform/context/context.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import type { MailSink } from '../../test/support/outside/mail-sink.js';
import { residentMegabytes } from './process-usage.js';
import { pause } from './run.js';
import { orderOf, type TicketShop } from './ticket-site.js';

/** A change of the other partner's events. */
const CHANGE_EVERY_MS = 1_000;
/** What becomes of ordinary orders, in turn. */
const FATES = ['paid', 'cancelled', 'paid', 'left'] as const;
/** So late may an ordinary hold end. */
const LATE_S = 15;

/** Where a sale takes place. */
export interface SaleSite {
  ctx: Context;
  origin: string;
  sink: MailSink;
  /** The partner whose event is sold. */
  shop: TicketShop;
  /** The current processes whose memory is watched. */
  processes(): { kind: 'API' | 'worker'; pid: number }[];
}

/** The effect of a sale on others, in milliseconds, and its memory, in megabytes. */
export class SaleWatch {
  readonly webhooks: number[] = [];
  readonly mails: number[] = [];
  /** The most that one process of each kind took. */
  readonly memory = new Map<string, number>();
  private readonly changedAt = new Map<string, number>();
  private readonly paidAt = new Map<string, number>();
  private readonly bought = new Map<string, (typeof FATES)[number]>();
  private mailsSeen = 0;
  private isOver = false;

  constructor(private readonly on: SaleSite) {}

  /** Receives the other partner's webhooks. */
  async receive(): Promise<string> {
    const server = createServer(async (request, response) => {
      const { data } = (await json(request)) as { data?: { event?: { id?: string } } };
      const id = data?.event?.id ?? '';
      const changed = this.changedAt.get(id);
      if (changed !== undefined) this.webhooks.push(performance.now() - changed);
      this.changedAt.delete(id);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async change(ids: readonly string[]): Promise<void> {
    const { ctx } = this.on;
    for (const id of ids) {
      if (this.isOver) return;
      this.changedAt.set(id, performance.now());
      await ctx.sql.begin(async (tx) => {
        await tx`UPDATE events SET name = 'Changed ' || id WHERE id = ${id}`;
        await enqueue(tx, 'event.touched', [id], ctx.clock.now());
      });
      await pause(CHANGE_EVERY_MS);
    }
  }

  /** An ordinary order: bought, and paid at once, cancelled, or left alone. */
  async buy(shop: TicketShop, n: number, calls: number[]): Promise<void> {
    const buyer = `ordinary-${n}@buyers.example`;
    const post = async (path: string, init: RequestInit, expected: number) => {
      const at = performance.now();
      const answer = await fetch(`${this.on.origin}${path}`, { method: 'POST', ...init, redirect: 'manual' });
      if (answer.status !== expected) throw new Error(`an ordinary POST ${path} answered ${answer.status}`);
      calls.push(performance.now() - at);
      return answer;
    };
    const answer = await post('/v1/orders', orderOf(shop, buyer), 200);
    const order = (await answer.json()) as { id: string; checkout_url: string };
    const fate = FATES[n % FATES.length] ?? 'left';
    this.bought.set(order.id, fate);
    if (fate === 'cancelled') {
      await post(`/v1/orders/${order.id}/cancel`, { ...orderOf(shop, buyer), body: '{}' }, 200);
    }
    if (fate !== 'paid') return;
    this.paidAt.set(buyer, performance.now());
    await post(`${new URL(order.checkout_url).pathname}/pay`, {}, 303);
  }

  /** How many ordinary orders were paid. */
  get paid(): number {
    return [...this.bought.values()].filter((fate) => fate === 'paid').length;
  }

  /** Ordinary orders with a wrong end, or with no mail or two mails to the buyer. */
  async wrong(): Promise<string[]> {
    const { ctx, sink } = this.on;
    const rows = await ctx.sql<{ id: string; status: string; lateS: number | null }[]>`
      SELECT id, status, extract(epoch FROM closed_at - hold_until)::float8 AS late_s FROM orders WHERE id IN ${ctx.sql([...this.bought.keys()])}`;
    const faults = rows.flatMap(({ id, status, lateS }) => {
      const fate = this.bought.get(id);
      if (status !== (fate === 'left' ? 'expired' : fate)) return [`${id} was ${fate}, and is ${status}`];
      return fate === 'left' && (lateS ?? 0) > LATE_S ? [`${id} ended ${lateS} s late`] : [];
    });
    const mails = sink.received.filter(({ to }) => to.startsWith('ordinary-'));
    if (new Set(mails.map(({ to }) => to)).size < mails.length) faults.push('somebody was mailed twice');
    return faults;
  }

  /** Until {@link stop}: memory, and which mails came. */
  async look(): Promise<void> {
    const { sink } = this.on;
    for (let n = 0; !this.isOver; n += 1) {
      for (const { to } of sink.received.slice(this.mailsSeen)) {
        const paid = this.paidAt.get(to);
        if (paid !== undefined) this.mails.push(performance.now() - paid);
        this.paidAt.delete(to);
      }
      this.mailsSeen = sink.received.length;
      if (n % 20 === 0) this.weigh();
      await pause(50);
    }
  }

  private weigh(): void {
    for (const { kind, pid } of this.on.processes()) {
      // A killed process is not back yet, or an ended one is still listed, without memory.
      const megabytes = existsSync(`/proc/${pid}/status`) ? residentMegabytes(pid) : Number.NaN;
      if (megabytes > (this.memory.get(kind) ?? 0)) this.memory.set(kind, megabytes);
    }
  }

  /** What never came counts as late. */
  stop(): { webhooks: number; mails: number } {
    this.isOver = true;
    return { webhooks: this.changedAt.size, mails: this.paidAt.size };
  }
}
