import { createHash } from 'node:crypto';

/** The trace of a call. Its workflows, deliveries and mails carry it, so that one can find them. */
export interface TraceContext {
  /** `Service-Request-Id` of the call. */
  requestId: string | null;
  /** W3C Trace Context: the parent span of the following work. */
  traceparent: string;
}

/** The trace in the rows that a call wrote; both null for rows without a call. */
export interface StoredTrace {
  requestId: string | null;
  traceparent: string | null;
}

const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a W3C `traceparent` in the form of version 00, which we pass on; null for anything else. */
export function readTraceparent(header: unknown): string | null {
  const [, traceId, spanId, flags, rest] = (typeof header === 'string' && FORM.exec(header.trim())) || [];
  if (!traceId || !spanId || !flags) return null;
  // Version 00 has four parts; later ones may have more.
  if (rest !== undefined && String(header).trim().startsWith('00')) return null;
  return formatTraceparent({ traceId, spanId, sampled: isSampled(flags) });
}

export function parseTraceparent(traceparent: string): { traceId: string; spanId: string; sampled: boolean } {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, sampled: isSampled(flags) };
}

export function formatTraceparent(span: { traceId: string; spanId: string; sampled: boolean }): string {
  return `00-${span.traceId}-${span.spanId}-${span.sampled ? '01' : '00'}`;
}

/** The trace of a request that brought none: it follows from its id, so that one can find the trace by the id. */
export function traceIdOfRequest(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}

/** The stored trace, or else the trace that follows from the request's id; undefined where no call is known. */
export function storedTrace({ requestId, traceparent }: StoredTrace): TraceContext | undefined {
  if (traceparent !== null) return { requestId, traceparent };
  if (requestId === null) return undefined;
  const traceId = traceIdOfRequest(requestId);
  return { requestId, traceparent: formatTraceparent({ traceId, spanId: traceId.slice(16), sampled: true }) };
}

export function requestFact({ requestId }: { requestId?: string | null }): { requestId?: string } {
  return requestId ? { requestId } : {};
}

const isSampled = (flags: string) => (Number.parseInt(flags, 16) & 1) === 1;
