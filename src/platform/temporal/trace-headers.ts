import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { currentTrace } from '../traces/current-trace.js';
import type { Tracer } from '../traces/span.js';
import type { TraceContext } from '../traces/trace-context.js';
import { inSpan } from '../traces/tracer.js';

/** The header of workflows and activities; `workflows/support/trace-header.ts` passes it on unchanged. */
const HEADER = 'partner-events-trace';

/** The header and memo of a start: only ids. */
function traceHeaders(trace: TraceContext): Headers {
  return { [HEADER]: defaultPayloadConverter.toPayload(trace) };
}

/** The trace in these headers; undefined where there is none. */
export function traceOfHeaders(headers: Headers): TraceContext | undefined {
  const payload = headers[HEADER];
  return payload ? defaultPayloadConverter.fromPayload<TraceContext>(payload) : undefined;
}

type Start = Parameters<NonNullable<WorkflowClientInterceptor['startWithDetails']>>[0];

/** Gives a workflow the current trace, and a memo that names its request in Temporal's UI. */
export function carryTraces(tracer: Tracer | null): WorkflowClientInterceptor {
  function carry<I extends Pick<Start, 'workflowType' | 'headers' | 'options'>, R>(
    input: I,
    begin: (input: I) => Promise<R>,
  ): Promise<R> {
    const trace = currentTrace();
    if (!trace) return begin(input);
    const { requestId, traceparent: parent } = trace;
    const { workflowType, options } = input;
    const facts = { 'temporal.workflow_id': options.workflowId };
    const memo = requestId === null ? options.memo : { ...options.memo, request_id: requestId };
    return inSpan(tracer, `start ${workflowType}`, { kind: 'producer', parent, facts }, (traceparent = parent) =>
      begin({
        ...input,
        headers: { ...input.headers, ...traceHeaders({ requestId, traceparent }) },
        options: { ...options, memo },
      }),
    );
  }
  return {
    startWithDetails: (input, next) => carry(input, next),
    signalWithStart: (input, next) => carry(input, next),
  };
}
