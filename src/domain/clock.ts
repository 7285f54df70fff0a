/** Where every instant outside a workflow comes from, so that tests and the sandbox can move it. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
