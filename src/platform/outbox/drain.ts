export interface Drained {
  /** Subjects that were handled. */
  done: number;
  /** Subjects that failed: their messages stay in the outbox for a later batch. */
  failed: number;
  error?: unknown;
  /** Nothing got through, or something that all messages need is away: the next batch comes after a pause. */
  wait?: boolean;
}

/** Empties one topic of the outbox, or does due work, a batch a run. Several workers may run the same drain at once. */
export interface Drain {
  /** Of its messages; of a job without messages, the name of the job. */
  topic: string;
  run(): Promise<Drained>;
  /** Whether there is something to do, where that is not a message of its topic. */
  isDue?(): Promise<boolean>;
  /** At the stop of the relay: waits for work that a run left under way. */
  settle?(): Promise<void>;
}
