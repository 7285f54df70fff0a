import { ANSWER_DEADLINE_MS } from '../../platform/outbound-http/send.js';
import { shardOf } from '../rules/shards.js';

/** Attempts that previous holders of a shard still made when this process took the shard over, by endpoint. */
export class AttemptsElsewhere {
  private readonly busy = new Map<string, { count: number; until: number }>();

  beginShard(busy: Readonly<Record<string, number>>, now: number): void {
    for (const [endpointId, count] of Object.entries(busy)) {
      this.busy.set(endpointId, { count, until: now + ANSWER_DEADLINE_MS });
    }
  }

  /** @returns how many of the endpoint's places may still be taken. */
  count(endpointId: string, now: number): number {
    const busy = this.busy.get(endpointId);
    if (busy && busy.until <= now) this.busy.delete(endpointId);
    return busy && busy.until > now ? busy.count : 0;
  }

  /**
   * @returns the attempts for the next holder of a shard to count: `own`, and attempts of its previous holders that may
   * still run.
   */
  handOver(shard: number, own: ReadonlyMap<string, number>, now: number): Record<string, number> {
    const left = new Map(own);
    for (const endpointId of [...this.busy.keys()].filter((id) => shardOf(id) === shard)) {
      const count = this.count(endpointId, now);
      if (count > 0) left.set(endpointId, (left.get(endpointId) ?? 0) + count);
    }
    return Object.fromEntries(left);
  }
}
