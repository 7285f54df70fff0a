import type { Config } from '../config/config.js';
import { withTrace } from './current-trace.js';
import type { SpanFacts, SpanStart, Tracer } from './span.js';
import type { TraceContext } from './trace-context.js';

/** Null without `OTEL_EXPORTER_OTLP_ENDPOINT`: then OpenTelemetry is not even loaded. @param process the service's name. */
export function createTracer({ otlpEndpoint }: Pick<Config, 'otlpEndpoint'>, process: string): Tracer | null {
  if (otlpEndpoint === undefined) return null;
  const { createOtlpTracer } = require('./otlp-tracer.js') as typeof import('./otlp-tracer.js');
  return createOtlpTracer({ endpoint: otlpEndpoint, service: `partner-events-${process}` });
}

/** Does work within a span, which fails if the work does; without a tracer or a parent, just the work. */
export async function inSpan<T>(
  tracer: Tracer | null,
  name: string,
  span: SpanStart,
  work: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  if (!tracer || span.parent === undefined) return work(span.parent);
  const started = tracer.start(name, span);
  try {
    const result = await work(started.traceparent);
    started.end();
    return result;
  } catch (error) {
    started.end({ error });
    throw error;
  }
}

/** A worker's own work for a call: its log lines name the request, and with a tracer it is a span of its trace. */
export function traced<T>(
  tracer: Tracer | null,
  name: string,
  { trace, facts, kind = 'client' }: { trace: TraceContext | undefined; facts: SpanFacts; kind?: SpanStart['kind'] },
  work: () => Promise<T>,
): Promise<T> {
  if (!trace) return work();
  const span = { kind, parent: trace.traceparent, facts };
  return inSpan(tracer, name, span, (traceparent = trace.traceparent) => withTrace({ ...trace, traceparent }, work));
}
