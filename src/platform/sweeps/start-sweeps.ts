import type { Context } from '../context/context.js';
import { pause } from '../outbox/watch-outbox.js';
import { claimSweeps, endSweep, insertSweeps, renewSweeps } from './sql.js';

const LOOK_MS = 5_000;
/** After so long without a renewal another worker may run a sweep: its worker is gone. */
const HELD_SECONDS = 30;
const STOP_MS = 5_000;

/** Work that repeats and needs no Temporal to begin: repairs of what got lost, some of them Temporal's own. */
export interface Sweep {
  /** As operators know it, such as `sweep-orders`. */
  id: string;
  /** Milliseconds from the end of a run to the next. */
  every: number;
  /** Safe to run at any time, and by several workers at once. */
  run(): Promise<unknown>;
}

export interface Sweeps {
  /** Begins no more, and waits some seconds for the runs in progress; another worker repeats what is cut off. */
  stop(): Promise<void>;
}

/**
 * Runs each sweep when it is due, on one worker at a time, by Postgres alone: while Temporal is away or overloaded, what is
 * overdue does not wait for it. A sweep that fails is logged and runs again when it is due.
 */
export function startSweeps(ctx: Context, sweeps: readonly Sweep[]): Sweeps {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function run(sweep: Sweep): Promise<void> {
    const failure = await sweep.run().then(
      () => null,
      (err: unknown) => {
        ctx.log.warn({ sweep: sweep.id, err }, 'a sweep failed; it runs again');
        return err instanceof Error ? err.message : String(err);
      },
    );
    await endSweep(ctx.sql, sweep.id, { failure, nextMs: sweep.every });
  }

  async function look(): Promise<void> {
    if (running.size > 0) await renewSweeps(ctx.sql, [...running.keys()], HELD_SECONDS);
    const free = sweeps.filter(({ id }) => !running.has(id)).map(({ id }) => id);
    const claimed = new Set(await claimSweeps(ctx.sql, free, HELD_SECONDS));
    for (const sweep of sweeps.filter(({ id }) => claimed.has(id))) {
      const ended = run(sweep)
        // The claim ends by itself, and the sweep is still due.
        .catch((err: unknown) =>
          ctx.foldedLog.log('warn', 'sweep', { sweep: sweep.id, err }, 'the end of a sweep is not written'),
        )
        .finally(() => running.delete(sweep.id));
      running.set(sweep.id, ended);
    }
  }

  async function loop(): Promise<void> {
    let isKnown = false;
    while (!stopping.signal.aborted) {
      try {
        if (!isKnown)
          await insertSweeps(
            ctx.sql,
            sweeps.map(({ id }) => id),
          );
        isKnown = true;
        await look();
      } catch (err) {
        ctx.foldedLog.log('warn', 'sweeps', { err }, 'the sweeps cannot be looked up');
      }
      await pause(LOOK_MS, stopping.signal);
    }
  }

  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
      const isOver = new AbortController();
      await Promise.race([Promise.all(running.values()), pause(STOP_MS, isOver.signal)]);
      isOver.abort();
    },
  };
}
