/** Keeps readers in step with writers: to read again before anything was written takes the writers' time and finds nothing. */
export class Writings {
  private done = 0;
  private isOver = false;
  private readonly waiting = new Map<() => void, number>();

  /** One more write was committed. */
  wrote(): void {
    this.done += 1;
    this.wake();
  }

  /** No more will come. */
  end(): void {
    this.isOver = true;
    this.wake();
  }

  /** Resolves after this many more writes, with whether there may be others: false once the last was made. */
  async next(writes: number): Promise<boolean> {
    const due = this.done + writes;
    while (!this.isOver && this.done < due) await new Promise<void>((resolve) => this.waiting.set(resolve, due));
    return !this.isOver;
  }

  private wake(): void {
    for (const [resolve, due] of this.waiting) {
      if (!this.isOver && this.done < due) continue;
      this.waiting.delete(resolve);
      resolve();
    }
  }
}
