import { readBuildInfo } from '../../../src/platform/config/build-info.js';
import { open, type Route } from '../../http/access.js';

/** `GET /healthz`: the process responds, and says which version it is. */
export const liveRoute: Route = (app) => {
  const build = readBuildInfo();
  app.get('/healthz', { config: { access: { ...open, vital: true } }, schema: { hide: true } }, (_request, reply) => {
    reply.header('Cache-Control', 'no-store').send({ status: 'alive', ...build });
  });
};
