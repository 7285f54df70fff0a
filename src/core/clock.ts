/** The clock of everything outside workflows, so that tests and the sandbox can move it. */
export interface Clock {
  now(): Date;
  /** If the clock can be moved: the real current instant. */
  unmoved?(): Date;
  /** If the clock is read from elsewhere: reads it again. */
  refresh?(): Promise<void>;
  /** If the clock is another machine's: how many milliseconds this machine's is ahead of it; undefined until it was read. */
  skewMs?(): number | undefined;
  stop?(): void;
}

/** The real current instant, however far this clock was moved. */
export function unmovedInstant(clock: Clock): Date {
  return clock.unmoved?.() ?? clock.now();
}

export const systemClock: Clock = { now: () => new Date() };
