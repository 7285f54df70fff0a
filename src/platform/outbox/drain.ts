/** The result of one round; a failed message stays in the outbox for the next. */
export interface Drained {
  done: number;
  failed: number;
  /** The first failure. */
  error?: unknown;
}

/** Empties one topic of the outbox, a batch a run. Several workers may run the same drain at once. */
export interface Drain {
  name: string;
  run(): Promise<Drained>;
  /** Waits for what a run left going on. */
  settle?(): Promise<void>;
}
