/** The bound of a ratio: the least or the most. */
export type Goal = { atLeast: number } | { atMost: number };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const spread = (values: readonly number[]) =>
  `median ${median(values).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`;

/** One line: name | ratio | goal | whether it is met; returns the last. */
export function report(name: string, ratio: number, goal: Goal, detail = ''): boolean {
  const met = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
  const wanted = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  const parts = [name.padEnd(52), ratio.toFixed(3).padStart(7), wanted.padEnd(7), met ? 'ok' : 'MISSED', detail];
  console.log(parts.filter(Boolean).join(' | '));
  return met;
}
