import { checkReadiness } from '../../../src/platform/health/check-readiness.js';
import { open, type Route } from '../../http/access.js';

const NO_MAIL = 'SMTP_URL is not set: nobody can sign in to the dashboard, and live orders are refused.';

/**
 * `GET /readyz`: the process can answer calls, so a load balancer may send it some. What it cannot do all the same stands
 * under `warnings`: partners' calls go on without mail.
 */
export const readyRoute: Route = (app, ctx) => {
  app.get('/readyz', { config: { access: open }, schema: { hide: true } }, async (_request, reply) => {
    await checkReadiness(ctx);
    return reply
      .header('Cache-Control', 'no-store')
      .send({ status: 'ready', ...(!ctx.mail && { warnings: [NO_MAIL] }) });
  });
};
