import type { Context } from '../platform/context/context.js';
import { projectChanges } from './project-changes.js';

/** Projects one batch while the next is written, to use two cores instead of one. */
export interface ProjectionBehind {
  /** A batch was committed: waits for the projection of the previous one and starts this one's. */
  committed(): Promise<void>;
  /** Waits until everything committed is projected. */
  settled(): Promise<void>;
}

export function projectBehind(ctx: Context): ProjectionBehind {
  let running: Promise<unknown> = Promise.resolve();
  return {
    async committed() {
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
