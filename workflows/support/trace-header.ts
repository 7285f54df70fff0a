import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

type Headers = Parameters<
  NonNullable<NonNullable<ReturnType<WorkflowInterceptorsFactory>['inbound']>[number]['execute']>
>[0]['headers'];

/**
 * Passes the headers that a workflow was started with on to its activities: which request it serves. The headers do
 * not affect the decisions of a workflow, so that older histories still replay.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let carried: Headers = {};
  return {
    inbound: [
      {
        execute(input, next) {
          carried = input.headers;
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next({ ...input, headers: { ...carried, ...input.headers } }),
        startChildWorkflowExecution: (input, next) => next({ ...input, headers: { ...carried, ...input.headers } }),
        continueAsNew: (input, next) => next({ ...input, headers: { ...carried, ...input.headers } }),
      },
    ],
  };
};
