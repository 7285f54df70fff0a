/** A signal that a loop awaits between its rounds. */
export class Waker {
  private woken = false;
  private resume: () => void = () => {};

  wake(): void {
    this.woken = true;
    this.resume();
  }

  /** Settles when woken, also if that happened while the loop worked. @param until the latest end, monotonic; absent: none. */
  async wait(until?: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = until === undefined ? undefined : setTimeout(resolve, Math.max(0, until - performance.now()));
        this.resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.resume = () => {};
    this.woken = false;
  }
}
