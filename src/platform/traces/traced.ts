import { withTrace } from './current-trace.js';
import type { SpanFacts, Tracer } from './span.js';
import type { TraceContext } from './trace-context.js';
import { inSpan } from './tracer.js';

/** A worker's own work for a call: its log lines name the request, and with a tracer it is a span of its trace. */
export function traced<T>(
  tracer: Tracer | null,
  name: string,
  { trace, facts }: { trace: TraceContext | undefined; facts: SpanFacts },
  work: () => Promise<T>,
): Promise<T> {
  if (!trace) return work();
  const span = { kind: 'client', parent: trace.traceparent, facts } as const;
  return inSpan(tracer, name, span, (traceparent = trace.traceparent) => withTrace({ ...trace, traceparent }, work));
}
