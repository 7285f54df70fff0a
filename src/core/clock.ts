/** Where every instant outside a workflow comes from, so that tests and the sandbox can move it. */
export interface Clock {
  /** The present instant. */
  now(): Date;
  /** Where the clock can be moved: the instant as all the world has it. */
  unmoved?(): Date;
  /** Where the clock can be moved: reads anew how far it was. */
  refresh?(): Promise<void>;
  /** Ends what keeps it right. */
  stop?(): void;
}

/** The instant that everybody else's clocks show, however far this one was moved. */
export function unmovedInstant(clock: Clock): Date {
  return clock.unmoved?.() ?? clock.now();
}

export const systemClock: Clock = { now: () => new Date() };
