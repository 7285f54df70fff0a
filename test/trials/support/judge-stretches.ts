import type { Stretch } from './buyers.js';
import type { ClusterTrial } from './cluster-trials.js';

/** What buyers noticed of trials that they may not notice, or only within a bound. */
export function judgeStretches(
  trials: readonly Omit<ClusterTrial, 'run'>[],
  stretches: readonly Omit<Stretch, 'slowestRead' | 'slowestWrite'>[],
): string[] {
  const byName = new Map(trials.map((trial) => [trial.name, trial]));
  return stretches.flatMap(({ name, failures, unexpected, silentRead, silentWrite }) => {
    const { isUnnoticed = false, mostSilent } = byName.get(name) ?? {};
    if (isUnnoticed && failures.length > 0) return [`${name}: ${failures.length} calls failed`];
    if (mostSilent === undefined) return [];
    const silent = Math.max(silentRead, silentWrite);
    return [
      ...(unexpected > 0 ? [`${name}: ${unexpected} calls got something else than 503 with Retry-After`] : []),
      ...(silent > mostSilent ? [`${name}: nothing was answered for ${(silent / 1_000).toFixed(1)} s`] : []),
    ];
  });
}
