/** Most orders written by one statement: beyond this, waiting costs more than a further round trip. */
const LARGEST_BATCH = 64;

/** Writes all the orders it is given, or none: null. */
export type WriteHolds<Request, Held> = (asked: Request[]) => Promise<Held | null>;

interface Waiting<Request, Held> {
  request: Request;
  resolve: (held: Held | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers the orders that arrive for one ticket type while the statement before them is at work, and writes them
 * together: a hot row is then locked and committed once for many orders instead of being handed from one
 * connection to the next. An order that finds nobody ahead of it is written at once.
 */
export class HoldQueue<Request, Held> {
  private readonly lanes = new Map<string, Waiting<Request, Held>[]>();

  /**
   * Holds the tickets of one order; null when they could not be held.
   *
   * @param lane orders of one lane may share a statement: same key, agreement and ticket type.
   */
  hold(lane: string, request: Request, write: WriteHolds<Request, Held>): Promise<Held | null> {
    return new Promise((resolve, reject) => {
      const waiting = this.lanes.get(lane);
      if (waiting) {
        waiting.push({ request, resolve, reject });
        return;
      }
      const first = [{ request, resolve, reject }];
      this.lanes.set(lane, first);
      void this.run(lane, first, write);
    });
  }

  private async run(lane: string, waiting: Waiting<Request, Held>[], write: WriteHolds<Request, Held>): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, LARGEST_BATCH), write);
    this.lanes.delete(lane);
  }
}

/** Together if all of them fit, else one by one: near the end of the stock, and among repeats, each has its own fate. */
async function settle<Request, Held>(batch: Waiting<Request, Held>[], write: WriteHolds<Request, Held>): Promise<void> {
  try {
    const together = await write(batch.map((one) => one.request));
    if (together || batch.length === 1) {
      for (const one of batch) one.resolve(together);
      return;
    }
  } catch (error) {
    for (const one of batch) one.reject(error);
    return;
  }
  const alone = ({ request, resolve, reject }: Waiting<Request, Held>) =>
    write([request]).then((held) => {
      resolve(held);
      return held;
    }, reject);
  // Once one is refused the rest most likely are too, and refusals do not contend for the row.
  let next = batch.shift();
  while (next && (await alone(next))) next = batch.shift();
  await Promise.all(batch.map(alone));
}
