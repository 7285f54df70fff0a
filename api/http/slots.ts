/** The slot of what is in none. */
export const NO_SLOT = -1;

/**
 * Things that come and go with every call, each in a slot that is used again. A `Map` or `Set` leaves its old tables behind, each
 * pointing to the next: once a collection has moved one of them to the old generation, all that follow it are taken for
 * alive, with the calls they held, until the next full collection.
 */
export class Slots<T> {
  private readonly items: (T | undefined)[] = [];
  private readonly free: number[] = [];

  /** Answers the slot. */
  add(item: T): number {
    const slot = this.free.pop() ?? this.items.length;
    this.items[slot] = item;
    return slot;
  }

  /** Empties a slot; it must hold something. */
  remove(slot: number): void {
    this.items[slot] = undefined;
    this.free.push(slot);
  }

  /** Calls `visit` with each thing and its slot, in no order; it may remove that one. */
  forEach(visit: (item: T, slot: number) => void): void {
    for (let slot = 0; slot < this.items.length; slot++) {
      const item = this.items[slot];
      if (item !== undefined) visit(item, slot);
    }
  }
}
