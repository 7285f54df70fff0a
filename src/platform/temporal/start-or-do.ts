import type { Context } from '../context/context.js';

/**
 * For a batch of work that has a workflow each: starts the workflow, or does the work here when the server does not take the
 * start. After the first failure the others of the batch are done here at once. What is late is done here too: a server may
 * take starts and run nothing. Workflow and work may meet, so each must be safe beside the other.
 */
export function startOrDo(
  ctx: Context,
): (start: () => Promise<unknown>, work: () => Promise<unknown>, options?: { late: boolean }) => Promise<void> {
  let isAway = false;
  return async (start, work, { late } = { late: false }) => {
    if (!isAway) {
      try {
        await start();
        if (!late) return;
      } catch (err) {
        isAway = true;
        ctx.foldedLog.log('warn', 'start-or-do', { err }, 'Temporal takes no starts: the work is done without it');
      }
    }
    await work();
  };
}
