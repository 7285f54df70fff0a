import { open, type Route } from '../../http/access.js';

/** `GET /healthz`: the process responds. */
export const liveRoute: Route = (app) => {
  app.get('/healthz', { config: { access: { ...open, vital: true } }, schema: { hide: true } }, (_request, reply) => {
    reply.header('Cache-Control', 'no-store').send({ status: 'alive' });
  });
};
