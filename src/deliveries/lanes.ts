import type { Lane } from './workflow.js';

/**
 * How many attempts one endpoint may have in progress in each lane of one worker. The fast lane has room for many
 * endpoints at this limit; the excess, and endpoints known to be slow, wait in the slow lane.
 */
export const LANE_SHARES: Readonly<Record<Lane, number>> = { fast: 25, slow: 50 };

/** Attempts in progress in this process: no endpoint can fill a lane, however slowly it responds. */
export class Lanes {
  private readonly underWay = new Map<string, number>();

  constructor(private readonly shares: Readonly<Record<Lane, number>> = LANE_SHARES) {}

  /** Takes a slot in the lane. Returns a function that frees it, or null when the endpoint has its share. */
  enter(lane: Lane, endpointId: string): (() => void) | null {
    const place = `${lane}/${endpointId}`;
    const taken = this.underWay.get(place) ?? 0;
    if (taken >= this.shares[lane]) return null;
    this.underWay.set(place, taken + 1);
    return () => {
      const left = (this.underWay.get(place) ?? 1) - 1;
      if (left === 0) this.underWay.delete(place);
      else this.underWay.set(place, left);
    };
  }
}
