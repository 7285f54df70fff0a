import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { traceOfHeaders } from '../src/platform/temporal/trace-headers.js';
import { withTrace } from '../src/platform/traces/current-trace.js';
import type { Tracer } from '../src/platform/traces/span.js';
import { inSpan } from '../src/platform/traces/tracer.js';

/** Runs each activity in the trace that its workflow was started with, with a span for each attempt. */
export function traceActivities(tracer: Tracer | null): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute(input, next) {
        const trace = traceOfHeaders(input.headers);
        if (!trace) return next(input);
        const facts = {
          'temporal.workflow_id': info.workflowExecution?.workflowId ?? '',
          'temporal.attempt': info.attempt,
        };
        const span = { kind: 'internal', parent: trace.traceparent, facts } as const;
        return inSpan(tracer, info.activityType, span, (traceparent = trace.traceparent) =>
          withTrace({ ...trace, traceparent }, () => next(input)),
        );
      },
    },
  });
}
