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
