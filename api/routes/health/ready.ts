import { checkReadiness } from '../../../src/platform/health/check-readiness.js';
import { open, type Route } from '../../http/access.js';

/** `GET /readyz`: the process can answer calls, so a load balancer may send it some. */
export const readyRoute: Route = (app, ctx) => {
  app.get('/readyz', { config: { access: open }, schema: { hide: true } }, async (_request, reply) => {
    await checkReadiness(ctx);
    return reply.header('Cache-Control', 'no-store').send({ status: 'ready' });
  });
};
