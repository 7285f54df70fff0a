import type { Context } from '../platform/context/context.js';
import { projectChanges } from './project-changes.js';
import type { UpsertResult } from './upsert-events.js';

export interface GenerateCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/**
 * Projects one batch while the next is written, to use two cores instead of one.
 *
 * @param counts of the batches so far.
 */
export function projectBehind(ctx: Context, counts: GenerateCounts) {
  let running: Promise<unknown> = Promise.resolve();
  return {
    /** Counts a committed batch, waits for the projection of the previous one and starts this one's. */
    async committed({ created, updated, unchanged }: UpsertResult): Promise<void> {
      counts.created += created.length;
      counts.updated += updated.length;
      counts.unchanged += unchanged;
      if (created.length + updated.length === 0) return;
      await running;
      running = projectChanges(ctx);
      // It rejects when awaited, not while the next batch is being written.
      running.catch(() => {});
    },
    /** Waits until everything committed is projected. */
    async settled(): Promise<void> {
      await running;
    },
  };
}
