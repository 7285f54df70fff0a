/** The clock of everything outside workflows, so that tests and the sandbox can move it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /** If the clock can be moved: the real current instant. */
  unmoved?(): Date;
  /** If the clock can be moved: rereads how far it was moved. */
  refresh?(): Promise<void>;
  /** Stops refreshing it. */
  stop?(): void;
}

/** The real current instant, however far this clock was moved. */
export function unmovedInstant(clock: Clock): Date {
  return clock.unmoved?.() ?? clock.now();
}

export const systemClock: Clock = { now: () => new Date() };
