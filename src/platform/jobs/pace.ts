/** Answers that come within this leave room for more … */
const QUICK_MS = 50;
/** … and from a server that takes this long too much is wanted already. */
const SLOW_MS = 500;
const FIRST = 4;
/** Beyond this a server only queues them. */
const MOST = 20;

/** Parallel calls to a server: one more after a quick answer, half after a slow or failed one, so load follows capacity. */
export class Pace {
  #atOnce = FIRST;
  #slowedAt = 0;

  get atOnce(): number {
    return this.#atOnce;
  }

  /** Makes a call, and adapts to the time that it takes. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let result: T;
    try {
      result = await call();
    } catch (error) {
      this.#slow(begun);
      throw error;
    }
    const took = performance.now() - begun;
    if (took > SLOW_MS) this.#slow(begun);
    else if (took <= QUICK_MS) this.#atOnce = Math.min(MOST, this.#atOnce + 1);
    return result;
  }

  /** Once for all calls that were under way together. */
  #slow(begun: number): void {
    if (begun < this.#slowedAt) return;
    this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2));
    this.#slowedAt = performance.now();
  }
}
