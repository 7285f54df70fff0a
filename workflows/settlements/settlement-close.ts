import {
  continueAsNew,
  defineQuery,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  workflowInfo,
} from '@temporalio/workflow';
import {
  CLOSE_PROGRESS_QUERY,
  type CloseInput,
  type CloseProgress,
  SETTLEMENT_REFUSED,
  type SettlementCloseActivities,
} from '../../src/settlements/workflow.js';
import { pinned } from '../support/pinned.js';

const progressQuery = defineQuery<CloseProgress>(CLOSE_PROGRESS_QUERY);

/** Missing heartbeats reveal a dead worker; a retry skips companies that it had closed. */
const { beginClose, ripenForClose, closePage, endClose } = proxyActivities<SettlementCloseActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', nonRetryableErrorTypes: [SETTLEMENT_REFUSED] },
});

const BATCH = 100;
const PER_SECOND = 500;
/** Keeps one run's history short. */
const PAGES_A_RUN = 100;

/** Closes a month: matures due earnings, then pages through the companies. Repeating it changes nothing. */
export async function settlementClose(input: CloseInput): Promise<CloseProgress> {
  // Started from the Temporal UI there may be no input: the first activity reports that.
  const going = input?.going;
  let progress = going?.progress ?? { done: 0, carried: 0, issued: 0, refused: 0, kept: 0, left: 0 };
  setHandler(progressQuery, () => progress);

  let { runId, after } = going ?? { runId: 0, after: '' };
  if (!going) {
    const begun = await beginClose(input);
    runId = begun.runId;
    progress = { ...progress, left: begun.companies };
    setCurrentDetails(`${input.month}: moving due earnings to ready.`);
    while ((await ripenForClose(input.month)).more);
  }
  for (let page = 1; ; page++) {
    const { company, currency, batch = BATCH, perSecond = PER_SECOND, month } = input;
    const { next, ...closed } = await closePage({ runId, month, after, company, currency, batch, perSecond });
    progress = {
      done: progress.done + closed.done,
      carried: progress.carried + closed.carried,
      issued: progress.issued + closed.issued,
      refused: progress.refused + closed.refused,
      kept: progress.kept + closed.kept,
      left: Math.max(0, progress.left - closed.done),
    };
    setCurrentDetails(describe(month, progress));
    if (next === null) break;
    after = next;
    if (page === PAGES_A_RUN || workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof settlementClose>({ ...input, going: { runId, after, progress } });
    }
  }
  // Companies added during the close count as done; removed companies are not counted.
  progress = { ...progress, left: 0 };
  await endClose(runId, progress);
  return progress;
}

setWorkflowOptions(pinned, settlementClose);

function describe(month: string, { done, carried, issued, refused, kept, left }: CloseProgress): string {
  return (
    `${month}: ${done} companies done, ${left} left; ${issued} statements issued, ${carried} carried, ` +
    `${refused} refused, ${kept} already written.`
  );
}
