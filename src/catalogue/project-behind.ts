import type { Context } from '../platform/context/context.js';
import { projectChanges } from './project-changes.js';
import type { UpsertResult } from './upsert-events.js';

export interface GenerateCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/** Projects one batch while the next is written, to use two cores instead of one. */
export interface ProjectionBehind {
  /** Counts a committed batch, waits for the projection of the previous one and starts this one's. */
  committed(result: UpsertResult): Promise<void>;
  /** Waits until everything committed is projected. */
  settled(): Promise<void>;
}

/** @param counts of the batches so far. */
export function projectBehind(ctx: Context, counts: GenerateCounts): ProjectionBehind {
  let running: Promise<unknown> = Promise.resolve();
  return {
    async committed({ created, updated, unchanged }) {
      counts.created += created.length;
      counts.updated += updated.length;
      counts.unchanged += unchanged;
      if (created.length + updated.length === 0) return;
      await running;
      running = projectChanges(ctx);
      // It rejects when awaited, not while the next batch is being written.
      running.catch(() => {});
    },
    async settled() {
      await running;
    },
  };
}
