import { randomBytes } from 'node:crypto';
import { Store, type StripeObject } from './store.js';

const API_VERSION = '2026-08-26.dahlia';

interface EventObject extends StripeObject {
  type: string;
  created: number;
  account?: string;
}

/** How an event is sent; kept with it. */
export interface Delivery extends StripeObject {
  event: string;
  taken: string[];
}

/** The state of the stand-in, and the events of its changes. */
export class World {
  readonly store: Store;
  /** Called with each new event, after it was written. */
  onEvents: (ids: string[]) => void = () => {};
  private fresh: string[] = [];

  constructor(file: string | undefined) {
    this.store = new Store(file);
  }

  /** Its clock can be moved, and stays moved. */
  now(): number {
    const clock = this.store.find<StripeObject & { ahead: number }>('clock', 'clock');
    return Date.now() + (clock?.ahead ?? 0);
  }

  setNow(instant: number): void {
    this.put('', { id: 'clock', object: 'clock', ahead: instant - Date.now() });
    this.commit();
  }

  seconds(): number {
    return Math.floor(this.now() / 1_000);
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  put<T extends StripeObject>(account: string, value: T): T {
    return this.store.put(account, value);
  }

  /** Records an event about an object, with its current state. */
  emit(account: string, type: string, object: StripeObject): void {
    const event: EventObject = {
      id: this.newId('evt'),
      object: 'event',
      ...(account && { account }),
      api_version: API_VERSION,
      created: this.seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.put(account, event);
    this.put('', { id: `delivery_${event.id}`, object: 'delivery', event: event.id, taken: [] });
    this.fresh.push(event.id);
  }

  commit(): void {
    this.store.commit();
    const fresh = this.fresh;
    this.fresh = [];
    if (fresh.length > 0) this.onEvents(fresh);
  }
}
