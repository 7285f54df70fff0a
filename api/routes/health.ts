import { readBuildInfo } from '../../src/platform/config/build-info.js';
import { checkReadiness } from '../../src/platform/health/check-readiness.js';
import { ACCESS, type Route } from '../http/access.js';

const NO_MAIL = 'SMTP_URL is not set: nobody can sign in to the dashboard, and live orders are refused.';

export const healthRoutes: Route = (app, ctx) => {
  // `GET /healthz`: the process responds, and says which version it is.
  const build = readBuildInfo();
  app.get('/healthz', { config: { access: { ...ACCESS.open, vital: true } } }, (_request, reply) => {
    reply.header('Cache-Control', 'no-store').send({ status: 'alive', ...build });
  });

  // `GET /readyz`: the process can answer calls, so a load balancer may send it some. Its remaining faults are listed
  // under `warnings`: partners' calls go on without mail.
  app.get('/readyz', { config: { access: ACCESS.open } }, async (_request, reply) => {
    await checkReadiness(ctx);
    return reply
      .header('Cache-Control', 'no-store')
      .send({ status: 'ready', ...(!ctx.mail && { warnings: [NO_MAIL] }) });
  });
};
