import { join } from 'node:path';
import { PICTURES } from '../../src/catalogue/rules/pictures.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Route } from '../http/access.js';
import { serveFiles } from '../http/static-files.js';

const A_WEEK_MS = 7 * 86_400_000;

/** `/pictures`: pictures of sample and demonstration events (`tools/pictures`), for pages of any origin. */
export const picturesRoute: Route = (app) =>
  serveFiles(app, {
    root: join(projectRoot(), 'api/pages/pictures'),
    prefix: PICTURES,
    maxAgeMs: A_WEEK_MS,
    headers: { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  });
