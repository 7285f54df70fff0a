import { proxyActivities } from '@temporalio/workflow';

const { count } = proxyActivities<{ count(): Promise<void> }>({ startToCloseTimeout: '30 seconds' });

/** The least that Temporal can be asked for: a workflow with one activity that does nothing. */
export async function bare(): Promise<void> {
  await count();
}
