import type { Context } from '../context/context.js';

/**
 * For a batch of work that has a workflow each: starts the workflow, or does the work here when the server does not take the
 * start. After the first failure the others of the batch are done here at once.
 */
export function startOrDo(
  ctx: Context,
): (start: () => Promise<unknown>, work: () => Promise<unknown>) => Promise<void> {
  let isAway = false;
  return async (start, work) => {
    if (!isAway) {
      try {
        await start();
        return;
      } catch (err) {
        isAway = true;
        ctx.foldedLog.log('warn', 'start-or-do', { err }, 'Temporal takes no starts: the work is done without it');
      }
    }
    await work();
  };
}
