import type { onResponseHookHandler } from 'fastify';
import type { KeyKind } from '../../src/core/viewer.js';
import type { App } from '../http/access.js';
import type { Metrics } from '../http/metrics.js';

/** Reports every answer to the metrics. Calls without a route count as one route. */
export function measure(app: App, metrics: Metrics): void {
  const tell = (route: string): onResponseHookHandler => {
    const count = metrics.route(route);
    return (request, reply, done) => {
      const kind: KeyKind | undefined = request.caller?.kind;
      count(request.method, reply.statusCode, kind, reply.elapsedTime / 1_000);
      done();
    };
  };
  app.addHook('onRoute', (route) => {
    const others = route.onResponse === undefined ? [] : [route.onResponse].flat();
    route.onResponse = [...others, tell(route.url)];
  });
  const unmatched = tell('unmatched');
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) unmatched.call(this, request, reply, done);
    else done();
  });
}
