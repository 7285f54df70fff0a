import type { Lane } from '../rules/fairness.js';
import type { EndpointQueue } from './endpoint-queue.js';

/** Most attempts under way in each lane of this process. */
const MAX_UNDER_WAY = 500;

/** Endpoints with something to send take turns. Slow endpoints have their own lane, so they delay no others. */
export class Lanes {
  private readonly ready: Record<Lane, Set<EndpointQueue>> = { fast: new Set(), slow: new Set() };
  private readonly underWay: Record<Lane, number> = { fast: 0, slow: 0 };

  /** The endpoint has claimed attempts. Whether one may begin, `begin` of `takeTurns` decides. */
  add(queue: EndpointQueue): void {
    this.ready[queue.lane].add(queue);
  }

  move(queue: EndpointQueue, lane: Lane): void {
    if (queue.lane === lane) return;
    if (this.ready[queue.lane].delete(queue)) this.ready[lane].add(queue);
    queue.lane = lane;
  }

  /**
   * Gives endpoints their turns until their lane is full or no endpoint has an attempt left.
   *
   * @param begin begins an attempt; returns false if none may begin: the endpoint has no turn until `add`.
   */
  takeTurns(begin: (queue: EndpointQueue, lane: Lane) => boolean): void {
    for (const lane of ['fast', 'slow'] as const) {
      const ready = this.ready[lane];
      for (const queue of ready) {
        if (this.underWay[lane] >= MAX_UNDER_WAY) break;
        ready.delete(queue);
        if (!begin(queue, lane)) continue;
        this.underWay[lane] += 1;
        // At the end of the line: the loop comes to it again when everybody has had a turn.
        ready.add(queue);
      }
    }
  }

  /** An attempt that began in this lane has ended. */
  ended(lane: Lane): void {
    this.underWay[lane] -= 1;
  }
}
