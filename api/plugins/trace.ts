import type { FastifyRequest } from 'fastify';
import type { StartedSpan, Tracer } from '../../src/platform/traces/span.js';
import { readTraceparent, traceIdOfRequest } from '../../src/platform/traces/trace-context.js';
import type { App } from '../http/access.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, on the monotonic clock. */
    began: number;
    /** Null where no spans are exported. */
    span: StartedSpan | null;
  }
}

/**
 * Names the request on every response, errors included. With a tracer, it also records a span for each request, as a child of
 * the caller's where it names one by W3C Trace Context.
 */
export function traceRequests(app: App, tracer: Tracer | null): void {
  app.decorateRequest('began', 0);
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.began = performance.now();
    reply.header('service-request-id', request.id);
    if (tracer) request.span = startSpan(tracer, request);
    done();
  });
  if (!tracer) return;
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    const failed = reply.statusCode >= 500;
    request.span?.end({
      ...(route !== undefined && { name: `${request.method} ${route}` }),
      facts: { 'http.response.status_code': reply.statusCode, ...(route !== undefined && { 'http.route': route }) },
      ...(failed && { error: reply.statusCode }),
    });
    done();
  });
}

function startSpan(tracer: Tracer, { id, method, headers }: FastifyRequest): StartedSpan {
  const parent = readTraceparent(headers.traceparent) ?? undefined;
  const facts = { 'http.request.method': method, 'service.request_id': id };
  const traceId = parent === undefined ? traceIdOfRequest(id) : undefined;
  return tracer.start(method, { kind: 'server', parent, traceId, facts });
}
