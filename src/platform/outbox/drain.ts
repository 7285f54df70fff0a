/** The result of one round; a failed message stays in the outbox for the next. */
export interface Drained {
  done: number;
  failed: number;
  /** The first failure. */
  error?: unknown;
}

/** Empties one topic of the outbox, or does what has become due, a batch a run. Several workers may run the same drain at once. */
export interface Drain {
  name: string;
  run(): Promise<Drained>;
  /** Whether there is something to do, where that is not a message of its topic. */
  isDue?(): Promise<boolean>;
  /** Waits for what a run left going on. */
  settle?(): Promise<void>;
}
