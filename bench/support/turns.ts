import type { Load, LoadResult } from './load.js';
import { median } from './report.js';

const ROUNDS = 6;

export type Run = (load: Load) => Promise<LoadResult>;

interface Side {
  load: Load;
  /** Run before each of its turns. */
  before?: () => Promise<void>;
}

/** Turns about, so that all meet the same moments of the machine; the rates and times of each round. */
export async function inTurns<K extends string>(
  run: Run,
  sides: Record<K, Side>,
  rounds = ROUNDS,
): Promise<Record<K, LoadResult>[]> {
  const names = Object.keys(sides) as K[];
  const results: Record<K, LoadResult>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = {} as Record<K, LoadResult>;
    for (const name of names) {
      await sides[name].before?.();
      result[name] = await run(sides[name].load);
    }
    results.push(result);
  }
  return results;
}

export type Rounds<K extends string> = Record<K, LoadResult>[];

export const ratioOf = <K extends string>(rounds: Rounds<K>, a: K, b: K) =>
  median(rounds.map((round) => round[a].rate / round[b].rate));
/** The median rate, to be shown. */
export const rateOf = <K extends string>(rounds: Rounds<K>, a: K) =>
  `${median(rounds.map((round) => round[a].rate)).toFixed(0)}/s`;
