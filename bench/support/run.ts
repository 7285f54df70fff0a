import { basename } from 'node:path';

/** One measurement; the numbers after its name on the command line are its sizes. */
export type Part = (...sizes: number[]) => Promise<void>;

/**
 * Runs the parts that the command line names, each with the numbers after its name, or all with their usual sizes.
 * Numbers before any name are for the first part alone. Ends the process, with 1 when a part failed.
 *
 * @param module of the caller; nothing is run when it was only imported.
 */
export function runBench(module: NodeModule, parts: Record<string, Part>): void {
  if (require.main !== module) return;
  const names = Object.keys(parts);
  const chosen: { name: string; sizes: number[] }[] = [];
  for (const word of process.argv.slice(2)) {
    if (names.includes(word)) chosen.push({ name: word, sizes: [] });
    else if (!Number.isFinite(Number(word))) throw new Error(`there is no part ${word}: ${names.join(', ')}`);
    else {
      if (chosen.length === 0) chosen.push({ name: names[0] ?? '', sizes: [] });
      chosen.at(-1)?.sizes.push(Number(word));
    }
  }
  run(parts, chosen.length > 0 ? chosen : names.map((name) => ({ name, sizes: [] }))).then(
    () => process.exit(),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

async function run(parts: Record<string, Part>, chosen: { name: string; sizes: number[] }[]): Promise<void> {
  const program = `npm run build && node dist/bench/${basename(process.argv[1] ?? '')}`;
  for (const { name, sizes } of chosen) {
    await parts[name]?.(...sizes);
    console.log(`again: ${[program, name, ...sizes].join(' ')}\n`);
  }
}

/** Milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * How often a second work is done by callers who each begin the next as soon as the last has ended, until the time is over or each of
 * them got `false`: nothing is left to do.
 *
 * @param warmUp seconds before that, which do not count for the rate.
 * @returns `done`: how often in all.
 */
export async function rateOfWork(
  work: () => Promise<unknown>,
  { callers, seconds, warmUp = 0 }: { callers: number; seconds: number; warmUp?: number },
): Promise<{ rate: number; done: number }> {
  let done = 0;
  let stopped = false;
  const caller = async () => {
    for (; !stopped && (await work()) !== false; done += 1);
  };
  const ended = Promise.all(Array.from({ length: callers }, caller));
  await Promise.race([ended, pause(warmUp * 1_000)]);
  const [from, before] = [performance.now(), done];
  await Promise.race([ended, pause(seconds * 1_000)]);
  const rate = (done - before) / ((performance.now() - from) / 1_000);
  stopped = true;
  await ended;
  return { rate, done };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
