import type { App } from '../http/access.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, on the monotonic clock. */
    began: number;
  }
}

/** Every response names its request, including errors. */
export function requestId(app: App): void {
  app.decorateRequest('began', 0);
  app.addHook('onRequest', (request, reply, done) => {
    request.began = performance.now();
    reply.header('service-request-id', request.id);
    done();
  });
}
