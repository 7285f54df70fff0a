export interface TurnRules {
  /** Calls of one name that may go on at once. */
  atOnce: number;
  /** How long a call waits for its turn. */
  maxWaitMs: number;
  /** Calls of one name that may wait; the next one is refused at once. */
  mostWaiting?: number;
}

export interface Turn {
  /** Whether there were calls before this one. */
  waited: boolean;
  /** To be called once, when done. */
  leave(): void;
}

interface Line {
  going: number;
  /** The resolvers of the waiting calls, in their order of arrival. */
  waiting: Set<(admitted: boolean) => void>;
}

/** Limits simultaneous calls of one name in this process; others wait before they take a connection or the like. */
export class Turns {
  private readonly lines = new Map<string, Line>();
  private closed = false;

  /** Waits for the calls of this name that came before; null: they took too long, are too many, or the process ends. */
  async enter(name: string, rules: TurnRules): Promise<Turn | null> {
    const line = this.lines.get(name) ?? { going: 0, waiting: new Set() };
    this.lines.set(name, line);
    const leave = () => this.leave(name, line);
    if (line.going < rules.atOnce) {
      line.going += 1;
      return { waited: false, leave };
    }
    if (this.closed || line.waiting.size >= (rules.mostWaiting ?? Number.POSITIVE_INFINITY)) return null;
    const admitted = await new Promise<boolean>((resolve) => {
      const answer = (admitted: boolean) => {
        clearTimeout(timer);
        line.waiting.delete(answer);
        resolve(admitted);
      };
      const timer = setTimeout(answer, rules.maxWaitMs, false);
      line.waiting.add(answer);
    });
    return admitted ? { waited: true, leave } : null;
  }

  /** Refuses waiting calls, and from now on every call that would have to wait. */
  close(): void {
    this.closed = true;
    for (const { waiting } of this.lines.values()) for (const answer of waiting) answer(false);
  }

  private leave(name: string, line: Line): void {
    const [next] = line.waiting;
    if (next) next(true);
    else if (line.going > 1) line.going -= 1;
    else this.lines.delete(name);
  }
}
