import swaggerUi from '@fastify/swagger-ui';
import type { Config } from '../../src/config/config.js';
import type { App } from '../access.js';
import { sendValue } from '../reply.js';

/** The page has no such tag of its own, and phones would show it as wide as a desktop. */
const FITS_PHONES = `document.head.insertAdjacentHTML('beforeend', '<meta name="viewport" content="width=device-width, initial-scale=1">');`;

/** `GET /openapi.json` and the browsable `GET /docs`, served from here alone so that they work without the internet. */
export async function docs(app: App, config: Config): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'public, max-age=300');
    sendValue(reply, app.swagger());
  });
  await app.register(async (scope) => {
    // Files that are small and always there need no parts; what serves them would fail over those it cannot give.
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('Referrer-Policy', 'no-referrer');
      for (const name of ['range', 'if-match', 'if-unmodified-since']) delete request.headers[name];
      done();
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP:
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; " +
        `frame-ancestors 'none'; connect-src 'self' ${config.origin} ${new URL(config.siteBaseUrl).origin}`,
      // Without the bar for loading other documents.
      uiConfig: { layout: 'BaseLayout' },
      theme: {
        title: 'Partner Events API',
        js: [{ filename: 'viewport.js', content: FITS_PHONES }],
      },
    });
  });
}
