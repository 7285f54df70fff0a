import type { Id } from '../core/ids.js';
import type { HoldRequest, HoldTimes } from './sql/ticket-holds.js';

declare module '../platform/context/context.js' {
  interface Memory {
    /** Orders that wait to be written. */
    holdQueue: HoldQueue;
  }
}

/** Concurrent statements; orders that arrive meanwhile are written together. */
const AT_WORK = 4;
/** Maximum orders per statement: beyond this, waiting costs more than another round trip. */
const LARGEST_BATCH = 64;

export interface Held {
  unitTotalMinor: number;
  currency: string;
  times: HoldTimes;
  updatedAt: Date;
}

/** The result for the orders of one ticket type: all of them were written, or none. */
export interface Written {
  eventId: Id<'event'>;
  ticketTypeId: Id<'ticketType'>;
  /** False: another transaction had locked the ticket type. */
  reached: boolean;
  held: Held | null;
}

/** Writes orders in one statement. Without `wait` it skips ticket types that are locked. */
export type WriteHolds = (requests: HoldRequest[], wait: boolean) => Promise<Written[]>;

interface Waiting {
  request: HoldRequest;
  resolve: (held: Held | null) => void;
  reject: (error: unknown) => void;
}

interface TermsGroup {
  write: WriteHolds;
  /** By ticket type. */
  waiting: Map<string, Waiting[]>;
}

const nameOf = ({ eventId, ticketTypeId }: Pick<HoldRequest, 'eventId' | 'ticketTypeId'>) =>
  `${eventId} ${ticketTypeId}`;

/**
 * Batches the orders that arrive while earlier ones are being written: a hot row is then locked and committed once for
 * many orders instead of being handed from one connection to the next, and a hundred ticket types share a round trip.
 * An order is written at once if a statement is free. A ticket type is in one statement at a time; one that is locked,
 * or has too few tickets, is handled separately and delays nobody else.
 */
export class HoldQueue {
  private readonly groups = new Map<string, TermsGroup>();
  private readonly busy = new Set<string>();
  private atWork = 0;

  /**
   * Holds the tickets of one order; null when they could not be held.
   *
   * @param group orders of one group may share a statement: the same terms.
   */
  hold(group: string, request: HoldRequest, write: WriteHolds): Promise<Held | null> {
    return new Promise((resolve, reject) => {
      let { waiting } = this.groups.get(group) ?? {};
      if (!waiting) {
        waiting = new Map();
        this.groups.set(group, { write, waiting });
      }
      const name = nameOf(request);
      const same = waiting.get(name);
      if (same) same.push({ request, resolve, reject });
      else waiting.set(name, [{ request, resolve, reject }]);
      this.dispatch();
    });
  }

  private dispatch(): void {
    while (this.atWork < AT_WORK) {
      const next = this.nextBatch();
      if (!next) return;
      this.atWork += 1;
      void this.run(next.write, next.batch);
    }
  }

  /** The orders of one group that can be written now; groups take turns. */
  private nextBatch(): { write: WriteHolds; batch: Map<string, Waiting[]> } | null {
    for (const [key, group] of this.groups) {
      const batch = new Map<string, Waiting[]>();
      let room = LARGEST_BATCH;
      for (const [name, waiting] of group.waiting) {
        if (room === 0) break;
        if (this.busy.has(name)) continue;
        const taken = waiting.splice(0, room);
        room -= taken.length;
        if (waiting.length === 0) group.waiting.delete(name);
        batch.set(name, taken);
        this.busy.add(name);
      }
      if (batch.size === 0) continue;
      this.groups.delete(key);
      if (group.waiting.size > 0) this.groups.set(key, group);
      return { write: group.write, batch };
    }
    return null;
  }

  private async run(write: WriteHolds, batch: Map<string, Waiting[]>): Promise<void> {
    const orders = [...batch.values()].flat();
    try {
      const requests = orders.map((one) => one.request);
      const written = new Map((await write(requests, false)).map((one) => [nameOf(one), one]));
      for (const [name, waiting] of batch) void this.settle(name, waiting, written.get(name), write);
    } catch (error) {
      for (const one of orders) one.reject(error);
      for (const name of batch.keys()) this.busy.delete(name);
    }
    this.atWork -= 1;
    this.dispatch();
  }

  private async settle(name: string, waiting: Waiting[], first: Written | undefined, write: WriteHolds): Promise<void> {
    try {
      let held = first?.held ?? null;
      if (!held && !first?.reached) held = await together(waiting, write);
      if (held || waiting.length === 1) for (const one of waiting) one.resolve(held);
      else await apart(waiting, write);
    } catch (error) {
      for (const one of waiting) one.reject(error);
    }
    this.busy.delete(name);
    this.dispatch();
  }
}

async function together(waiting: Waiting[], write: WriteHolds): Promise<Held | null> {
  const requests = waiting.map((one) => one.request);
  return (await write(requests, true))[0]?.held ?? null;
}

/** When stock is low, or keys repeat, each order has its own result. */
async function apart(waiting: Waiting[], write: WriteHolds): Promise<void> {
  const alone = async (one: Waiting): Promise<boolean> => {
    const held = await together([one], write);
    one.resolve(held);
    return held !== null;
  };
  const rest = [...waiting];
  // Once one is refused, the rest probably are too, and refusals do not contend for the row.
  for (let next = rest.shift(); next && (await alone(next)); next = rest.shift());
  await Promise.all(rest.map(alone));
}
