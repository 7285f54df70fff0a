import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.js';

/** The trace of work in a worker. The API passes its own by hand: before Node 24, a store slows every promise. */
const store = new AsyncLocalStorage<TraceContext>();

/** Does work of this trace: its log lines name the request, and workflows that it starts carry the trace on. */
export function withTrace<T>(trace: TraceContext | undefined, work: () => T): T {
  return trace ? store.run(trace, work) : work();
}

/** Runs work that belongs to no call, such as a timer that the first of many calls has set. */
export function outsideTraces<T>(work: () => T): T {
  return store.exit(work);
}

export function currentTrace(): TraceContext | undefined {
  return store.getStore();
}

/** The facts of the current request for a log line. */
export function traceFacts(): { requestId?: string } {
  const requestId = store.getStore()?.requestId;
  return requestId ? { requestId } : {};
}
