const WINDOW_SECONDS = 10;

/** How often something happened in the last ten seconds, by the second. */
export class Rate {
  private readonly counts = new Array<number>(WINDOW_SECONDS).fill(0);
  private last = 0;

  /** @param now milliseconds of a clock that only goes forward. */
  add(now: number): void {
    this.forget(now);
    const place = this.last % WINDOW_SECONDS;
    this.counts[place] = (this.counts[place] ?? 0) + 1;
  }

  /** @returns a second, on average over the window. */
  perSecond(now: number): number {
    this.forget(now);
    return this.counts.reduce((sum, count) => sum + count, 0) / WINDOW_SECONDS;
  }

  private forget(now: number): void {
    const second = Math.floor(now / 1_000);
    for (let passed = Math.min(second - this.last, WINDOW_SECONDS); passed > 0; passed -= 1) {
      this.counts[(second - passed + 1) % WINDOW_SECONDS] = 0;
    }
    this.last = Math.max(this.last, second);
  }
}
