import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swaggerUi from '@fastify/swagger-ui';
import { LOGO } from '../../src/core/brand.js';
import type { Config } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { App } from '../http/access.js';
import { PAGE_PERMISSIONS } from '../http/page-permissions.js';
import { sendValue } from '../http/reply.js';
import { fontFaces, variables } from '../pages/layout.js';

/** What `reference/page.js` leaves for the page: this file runs in Node, the functions below in the browser. */
declare const partnerEventsReference: { plugin: (system: unknown) => object; restoreKey: () => void };

/** `GET /openapi.json` and the browsable `GET /docs`, served from here alone so that they work without the internet. */
export async function docs(app: App, config: Config): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'public, max-age=300');
    sendValue(reply, app.swagger());
  });
  await app.register(async (scope) => {
    // Files that are small and always there need no parts; what serves them would fail over those it cannot give.
    scope.addHook('onRequest', (request, reply, done) => {
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'Permissions-Policy': PAGE_PERMISSIONS });
      for (const name of ['range', 'if-match', 'if-unmodified-since']) delete request.headers[name];
      done();
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP:
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; " +
        `frame-ancestors 'none'; connect-src 'self' ${config.origin} ${new URL(config.siteBaseUrl).origin}`,
      uiConfig: {
        // Without the bar for loading other documents.
        layout: 'BaseLayout',
        // These are sent to the browser as they are written here.
        plugins: [(system: unknown) => partnerEventsReference.plugin(system)],
        onComplete: () => partnerEventsReference.restoreKey(),
      },
      theme: {
        title: 'Partner Events API',
        css: [
          { filename: 'brand.css', content: brand() },
          { filename: 'page.css', content: asset('page.css') },
        ],
        favicon: [
          { filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: Buffer.from(LOGO) },
        ],
        js: [{ filename: 'page.js', content: asset('page.js') }],
      },
    });
  });
}

/** The colours and the font of the service's other pages. */
const brand = (): string => `:root{${variables('light')}}html.dark-mode{${variables('dark')}}${fontFaces()}`;

/** A file that the browser gets as it is. */
function asset(name: string): string {
  return readFileSync(join(projectRoot(), 'api/documents/reference', name), 'utf8');
}
