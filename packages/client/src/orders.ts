import type { ChangesOptions } from './changes.js';
import { OrdersResource } from './generated/resources.js';
import { OrderChanges } from './order-changes.js';

/** Operations of `client.orders`. */
export class Orders extends OrdersResource {
  /**
   * Every order that was made or changed since an instant or a position, for a copy that misses nothing.
   *
   * ```ts
   * const changes = client.orders.changes(await loadPosition());
   * for await (const order of changes) await save(order);
   * await savePosition(changes.position);
   * ```
   *
   * Begin with `new Date(0)` for everything. It ends when it is up to date: call it again with the position.
   *
   * @param since an instant, or the `position` of earlier changes.
   */
  changes(since: string | Date, { limit = 1000, ...options }: ChangesOptions = {}): OrderChanges {
    return new OrderChanges((query) => this.list(query, options), since, limit);
  }
}
