/** How long an attempt that was under way at a hand-over may still be: the contract's ten seconds. */
const LONGEST_ATTEMPT_MS = 10_000;

/** Attempts that the previous holder of a shard still made when this process took the shard over, by endpoint. */
export class AttemptsElsewhere {
  private readonly busy = new Map<string, { count: number; until: number }>();

  begin(busy: Readonly<Record<string, number>>, now: number): void {
    for (const [endpointId, count] of Object.entries(busy)) {
      this.busy.set(endpointId, { count, until: now + LONGEST_ATTEMPT_MS });
    }
  }

  /** @returns how many of the endpoint's places may still be taken. */
  count(endpointId: string, now: number): number {
    const busy = this.busy.get(endpointId);
    if (busy && busy.until <= now) this.busy.delete(endpointId);
    return busy && busy.until > now ? busy.count : 0;
  }
}
