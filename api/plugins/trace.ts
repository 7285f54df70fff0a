import type { StartedSpan, Tracer } from '../../src/platform/traces/span.js';
import { readTraceparent, traceIdOfRequest } from '../../src/platform/traces/trace-context.js';
import type { App } from '../http/access.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where no spans are exported. */
    span: StartedSpan | null;
  }
}

/** Records a span for each request, as a child of the caller's where it names one by W3C Trace Context. */
export function traceRequests(app: App, tracer: Tracer | null): void {
  app.decorateRequest('span', null);
  if (!tracer) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = readTraceparent(request.headers.traceparent) ?? undefined;
    const facts = { 'http.request.method': request.method, 'service.request_id': request.id };
    const traceId = parent === undefined ? traceIdOfRequest(request.id) : undefined;
    request.span = tracer.start(request.method, { kind: 'server', parent, traceId, facts });
    done();
  });
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
