import type { Context } from '../context/context.js';
import { pause } from '../outbox/watch-outbox.js';
import { claimClocks, endRun, insertClocks, renewClocks } from './sql.js';

const POLL_MS = 5_000;
/** After this time without a renewal another worker may run it: its worker is gone. */
const HELD_SECONDS = 30;
const STOP_MS = 5_000;

/** Work that repeats by Postgres alone. */
export interface Clock {
  /** Names its row in `job_clocks`. */
  id: string;
  /** Milliseconds from the end of a run to the next. */
  every: number;
  run(): Promise<unknown>;
}

/** Runs due clocks, each on one worker at a time, even while Temporal is away. A failed run is logged and repeated when due. */
export function runClocks(ctx: Context, clocks: readonly Clock[]) {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function run(clock: Clock): Promise<void> {
    const failure = await clock.run().then(
      () => null,
      (err: unknown) => {
        ctx.log.warn({ job: clock.id, err }, 'a periodic job failed; it runs again');
        return err instanceof Error ? err.message : String(err);
      },
    );
    await endRun(ctx.sql, clock.id, { failure, nextMs: clock.every });
  }

  async function poll(): Promise<void> {
    if (running.size > 0) await renewClocks(ctx.sql, [...running.keys()], HELD_SECONDS);
    const free = clocks.filter(({ id }) => !running.has(id)).map(({ id }) => id);
    const claimed = new Set(await claimClocks(ctx.sql, free, HELD_SECONDS));
    for (const clock of clocks.filter(({ id }) => claimed.has(id))) {
      const ended = run(clock)
        // The claim expires, and the job is still due.
        .catch((err: unknown) =>
          ctx.foldedLog.log(
            'warn',
            'job clock',
            { job: clock.id, err },
            'the end of a periodic job could not be stored',
          ),
        )
        .finally(() => running.delete(clock.id));
      running.set(clock.id, ended);
    }
  }

  async function loop(): Promise<void> {
    const ids = clocks.map(({ id }) => id);
    let areInserted = false;
    while (!stopping.signal.aborted) {
      try {
        if (!areInserted) await insertClocks(ctx.sql, ids);
        areInserted = true;
        await poll();
      } catch (err) {
        ctx.foldedLog.log('warn', 'job clocks', { err }, 'the periodic jobs cannot be read');
      }
      await pause(POLL_MS, stopping.signal);
    }
  }

  const looping = loop();
  return {
    /** Begins no more, and waits some seconds for the runs in progress; another worker repeats a run that is cut off. */
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
      const isOver = new AbortController();
      await Promise.race([Promise.all(running.values()), pause(STOP_MS, isOver.signal)]);
      isOver.abort();
    },
  };
}
