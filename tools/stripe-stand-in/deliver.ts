import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { missing } from './errors.js';
import type { StripeObject } from './store.js';
import type { Delivery, World } from './world.js';

/** Where events go. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** Events of connected accounts; false: of the platform's own. */
  connect: boolean;
}

const AGAIN_MS = 1_000;
const PATIENCE_MS = 20_000;

type EventObject = StripeObject & { account?: string };

/** `Stripe-Signature` of a body, as of now. */
export function sign(body: string, secret: string): string {
  const at = Math.floor(Date.now() / 1_000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Sends events, each until it is taken, as Stripe does: in no order that is promised, and sometimes twice. */
export class Deliverer {
  /** Events wait until a test sends them one by one. */
  held = false;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly world: World,
    private readonly endpoints: () => readonly WebhookEndpoint[],
  ) {
    world.onEvents = (ids) => {
      if (!this.held) for (const id of ids) this.begin(id);
    };
  }

  /** Events that were not accepted before the last end of the process. */
  resume(): void {
    for (const id of this.waiting()) this.begin(id);
  }

  /** Ids of undelivered events, the oldest first. */
  waiting(): string[] {
    return this.world.store
      .all<Delivery>('delivery')
      .filter((delivery) => this.targets(delivery.event).some(({ url }) => !delivery.taken.includes(url)))
      .map(({ event }) => event);
  }

  /** Sends an event once to each address, whether or not it was sent before. @returns the statuses. */
  async send(id: string): Promise<number[]> {
    const event = this.world.store.find<EventObject>('event', id);
    if (!event) throw missing('event', id);
    return Promise.all(this.targets(id).map((endpoint) => this.post(event, endpoint)));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private targets(id: string): WebhookEndpoint[] {
    const event = this.world.store.find<EventObject>('event', id);
    return this.endpoints().filter(({ connect }) => connect === Boolean(event?.account));
  }

  private begin(id: string): void {
    const sent = this.untilTaken(id).finally(() => this.running.delete(sent));
    this.running.add(sent);
  }

  private async untilTaken(id: string): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const statuses = await this.send(id);
      if (statuses.every((status) => status >= 200 && status < 300)) return;
      await setTimeout(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async post(event: EventObject, { url, secret }: WebhookEndpoint): Promise<number> {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(body, secret) };
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
      await response.arrayBuffer();
      if (response.ok) this.taken(event.id, url);
      return response.status;
    } catch {
      return 0;
    }
  }

  private taken(id: string, url: string): void {
    const delivery = this.world.store.find<Delivery>('delivery', `delivery_${id}`);
    if (!delivery || delivery.taken.includes(url)) return;
    this.world.put('', { ...delivery, taken: [...delivery.taken, url] });
    this.world.commit();
  }
}
