/** Serializes calls with the same name within this process. */
export class OneAtATime {
  private readonly tails = new Map<string, Promise<void>>();

  /**
   * Waits for the calls of this name that came before.
   *
   * @returns whether there were any, and what to call when done; or null when the wait took longer than `patienceMs`.
   */
  async enter(name: string, patienceMs: number): Promise<{ waited: boolean; leave: () => void } | null> {
    const before = this.tails.get(name);
    let open = () => {};
    const mine = new Promise<void>((resolve) => {
      open = resolve;
    });
    const tail = before ? before.then(() => mine) : mine;
    this.tails.set(name, tail);
    const leave = () => {
      open();
      if (this.tails.get(name) === tail) this.tails.delete(name);
    };
    if (!before || (await settled(before, patienceMs))) return { waited: before !== undefined, leave };
    leave();
    return null;
  }
}

async function settled(promise: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
