import type { Config } from '../config/config.js';

type SpanKind = 'server' | 'internal' | 'producer' | 'client';

export type SpanFacts = Record<string, string | number | boolean>;

export interface StartedSpan {
  /** What its children are given. */
  readonly traceparent: string;
  /** @param end.error anything: the span failed. */
  end(end?: { name?: string; facts?: SpanFacts; error?: unknown }): void;
}

export interface SpanStart {
  kind: SpanKind;
  /** Absent: the span begins a trace. */
  parent?: string;
  /** The id of a new trace, 32 hexadecimal digits; absent: a random one. */
  traceId?: string;
  facts?: SpanFacts;
}

/** Records what this process does for a trace and exports it by OTLP. Only our ids and facts, never a person's text. */
export interface Tracer {
  start(name: string, span: SpanStart): StartedSpan;
  /** Exports the remaining spans, within a few seconds. */
  close(): Promise<void>;
}

/**
 * The tracer of a process; null without `OTEL_EXPORTER_OTLP_ENDPOINT`, and then the packages of OpenTelemetry are not even loaded.
 *
 * @param process its name, which becomes the name of the service.
 */
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
