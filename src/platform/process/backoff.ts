/** The pauses of a loop that tries again: each is twice as long as the one before. */
export class Backoff {
  private nextMs: number;

  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {
    this.nextMs = firstMs;
  }

  /** @returns how many milliseconds to pause after a failure. */
  pauseMs(): number {
    const now = this.nextMs;
    this.nextMs = Math.min(now * 2, this.longestMs);
    return now;
  }

  reset(): void {
    this.nextMs = this.firstMs;
  }
}
