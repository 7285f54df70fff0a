import { LOGO } from '../../src/core/brand.js';
import { languages } from '../../src/core/locales/messages.js';
import { ProblemError } from '../../src/core/problems.js';
import { dayOf } from '../../src/core/time.js';
import type { Route } from '../http/access.js';

const HALF_A_YEAR_MS = 183 * 86_400_000;

/**
 * Crawlers may read pages and feeds: a page says itself whether it may be listed, which a crawler that is kept out never
 * reads, and previews of links and feed readers obey this file too. Pages of one buyer and the dashboard are for no program.
 */
const ROBOTS = [
  'User-agent: *',
  'Disallow: /checkout/',
  'Disallow: /tickets/',
  'Disallow: /dashboard',
  'Allow: /',
  '',
].join('\n');

/** What browsers, crawlers and researchers ask every site for: `robots.txt`, its icon, `security.txt` (RFC 9116). */
export const siteFilesRoute: Route = (app, ctx) => {
  const { service, origin } = ctx.config;
  const text = 'text/plain; charset=utf-8';

  app.get('/robots.txt', (_request, reply) => {
    reply.headers({ 'Content-Type': text, 'Cache-Control': 'public, max-age=3600' }).send(ROBOTS);
  });

  app.get('/favicon.ico', (_request, reply) => {
    reply.headers({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }).send(LOGO);
  });

  app.get('/.well-known/security.txt', (_request, reply) => {
    const { securityContact: contact } = service;
    if (contact === undefined) throw new ProblemError('not_found');
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      // Whole days, so that it does not change with each call.
      `Expires: ${dayOf(new Date(ctx.clock.now().getTime() + HALF_A_YEAR_MS))}T00:00:00.000Z`,
      `Preferred-Languages: ${languages().sort().reverse().join(', ')}`,
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    reply.headers({ 'Content-Type': text, 'Cache-Control': 'public, max-age=3600' }).send(`${lines.join('\n')}\n`);
  });
};
