import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

type Headers = Parameters<
  NonNullable<NonNullable<ReturnType<WorkflowInterceptorsFactory>['inbound']>[number]['execute']>
>[0]['headers'];

/**
 * Passes the headers that a workflow was started with on to its activities: which request it serves. They are no part of what a
 * workflow decides, so that histories from before replay as they are.
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
