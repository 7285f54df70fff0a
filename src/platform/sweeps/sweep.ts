/** Work that repeats and needs no Temporal to begin: repairs of what got lost, some of them Temporal's own. */
export interface Sweep {
  /** As operators know it, such as `sweep-orders`. */
  id: string;
  /** Milliseconds from the end of a run to the next. */
  every: number;
  /** Safe to run at any time, and by several workers at once. */
  run(): Promise<unknown>;
}
