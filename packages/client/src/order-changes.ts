import { type Place, placeText, Walk } from './changes.js';
import type { Order, OrderList } from './generated/schemas.js';
import { later } from './instants.js';

/** Orders to store together with the position. */
export interface OrderBatch {
  orders: Order[];
  /** Where to go on once they are stored. */
  position: string;
}

/**
 * Every order that was made or changed, from a position to now, without a gap and the oldest change first. An order may come twice. The
 * order with the larger `version` is the newer one.
 */
export class OrderChanges extends Walk<OrderList> implements AsyncIterable<Order> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Order, void, undefined> {
    for await (const { orders } of this.batches()) yield* orders;
  }

  /** The orders a page at a time, each with the position after it: for stores that write both in one transaction. */
  async *batches(): AsyncGenerator<OrderBatch, void, undefined> {
    const isResumed = this.place.cursor !== undefined;
    yield* this.walk();
    // A resumed walk ends at the changes known when it began.
    if (isResumed) yield* this.walk();
  }

  private async *walk(): AsyncGenerator<OrderBatch, void, undefined> {
    const first = (await this.resume()) ?? (await this.page({ changed_since: this.place.since, limit: this.limit }));
    for (let page: OrderList | null = first; page; ) {
      const place = this.after(page);
      if (page.orders.length > 0) yield { orders: page.orders, position: placeText(place) };
      // Only now the orders were stored: a walk that stops in between gives them out again.
      this.place = place;
      page = page.next ? await this.page({ cursor: page.next, limit: this.limit }) : null;
    }
  }

  private after(page: OrderList): Place {
    const { since, last = since } = this.place;
    const passed = later(last, page.orders.at(-1)?.updated_at ?? last);
    return page.next ? { since, last: passed, cursor: page.next } : { since: passed };
  }
}
