import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './processes.js';
import { isStopping } from './processes.js';
import { StartError } from './start-error.js';

export interface Part {
  readonly name: string;
  /**
   * Starts the process, the first time and each time after it died, where the others look for it.
   *
   * @returns the process, once it can be used.
   * @throws {StartError} when it does not come up.
   */
  start(): Promise<Child>;
  /** Its fault while its process runs; null: none. */
  fault?(): Promise<string | null>;
}

export interface SupervisorOptions {
  say: (line: string) => void;
  /** A process was started, or started again: its id is a new one. */
  onChange: () => void;
  /** A part keeps dying; it is not started again. */
  onFailure: (error: StartError) => void;
}

/** The third time within a minute, something is wrong that another start does not mend. */
const MAX_DEATHS = 3;
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
/** How often a part is asked whether something is wrong with it. */
const LOOK_MS = 2_000;
/** After this many faults in a row it is ended and started again. */
const FAULTS = 5;
/** How long it may take to end then. */
const BROKEN_GRACE_SECONDS = 2;
/** A lost connection may be noticed before the end of the process that held the other side of it. */
const BLAME_MS = 1_000;

/** Watches the parts of a start: while it begins, the end of one ends it; afterwards, a part that dies or is broken is started again. */
export function createSupervisor(options: SupervisorOptions) {
  const restarts = new Map<string, Promise<void>>();
  let keeping = false;
  let lose: (error: StartError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  lost.catch(() => {});

  async function watch(part: Part, first: Child): Promise<void> {
    let deaths: number[] = [];
    for (let child: Child | null = first; child; ) {
      const broken = endIfBroken(part, child);
      const how = await child.ended;
      // A part that was ended had run for a while: it does not count as a part that keeps dying.
      if (await broken) deaths = [];
      if (isStopping()) return;
      if (!keeping) return lose(explain(child, how));
      let reason = explain(child, how);
      child = null;
      let back: () => void = () => {};
      restarts.set(part.name, new Promise((resolve) => (back = resolve)));
      while (!child) {
        const now = performance.now();
        deaths = [...deaths.filter((at) => now - at < WITHIN_MS), now];
        if (deaths.length >= MAX_DEATHS) return options.onFailure(again(part, reason));
        const pauseMs = FIRST_PAUSE_MS * 2 ** (deaths.length - 1);
        options.say(`${headOf(reason)} Starting ${part.name} again in ${pauseMs / 1_000} s.`);
        await pause(pauseMs);
        if (isStopping()) return;
        try {
          child = await part.start();
        } catch (error) {
          if (isStopping()) return;
          reason = error instanceof StartError ? error : new StartError(`${part.name} does not start: ${error}`);
        }
      }
      restarts.delete(part.name);
      back();
      options.onChange();
      options.say(`${part.name} is running again.`);
    }
  }

  /** Ends a running but useless part, which is started again as if it had died. @returns whether it ended one. */
  async function endIfBroken(part: Part, child: Child): Promise<boolean> {
    for (let faults = 0; part.fault && child.isRunning(); ) {
      await Promise.race([child.ended, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
      const fault = keeping ? await Promise.race([child.ended, part.fault()]) : null;
      faults = fault ? faults + 1 : 0;
      if (faults < FAULTS || !child.isRunning() || isStopping()) continue;
      options.say(`${part.name} is running, but of no use: ${fault}. Ending it.`);
      await child.stop(BROKEN_GRACE_SECONDS);
      return true;
    }
    return false;
  }

  /** Starts a part and watches it from then on. */
  async function start(part: Part): Promise<Child> {
    const child = await part.start();
    options.onChange();
    void watch(part, child);
    return child;
  }

  return {
    start,
    /** Starts a part, unless there is nothing to start. */
    async startIf(part: Part | undefined): Promise<void> {
      if (part) await start(part);
    },
    /** Resolves when none of the parts is being started again. */
    async settled(names: readonly string[]): Promise<void> {
      await Promise.all(names.map((name) => restarts.get(name)));
    },
    /**
     * Waits for the work that brings everything up. Once it is done, a part that ends is started again.
     *
     * @throws {StartError} at once when a part ends during this work: it names the part, for any failure of the work.
     */
    async untilUp<T>(work: Promise<T>): Promise<T> {
      try {
        return await Promise.race([
          work.then((result) => {
            keeping = true;
            return result;
          }),
          lost,
        ]);
      } catch (error) {
        let timer: NodeJS.Timeout | undefined;
        const innocent = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, BLAME_MS);
        });
        await Promise.race([lost, innocent]).finally(() => clearTimeout(timer));
        throw error;
      }
    },
  };
}

/** How a part ended, and its last words. */
export function explain(child: Child, how: string): StartError {
  return new StartError(`${child.name} ${how}. Its last lines:\n${child.tail()}`);
}

function again(part: Part, last: StartError): StartError {
  return new StartError(
    `${part.name} ended ${MAX_DEATHS} times within a minute, so everything is stopped. The last time:\n${last.message}`,
  );
}

/** The line that says what happened, without the last words under it. */
function headOf(error: StartError): string {
  return error.message.split('\n', 1)[0]?.replace(' Its last lines:', '') ?? '';
}
