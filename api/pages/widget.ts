import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '../../src/core/problems.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Route } from '../http/access.js';

/** `GET /widget.js`: the element `<partner-events>` (`packages/widget`), for pages of any origin, which ask for it again after an hour. */
export const widgetRoute: Route = (app) => {
  const file = join(projectRoot(), 'dist/widget/widget.js');
  let script: Buffer | undefined;
  app.get('/widget.js', { schema: { hide: true } }, (_request, reply) => {
    if (script === undefined && existsSync(file)) script = readFileSync(file);
    if (script === undefined) throw new ProblemError('not_found');
    return reply
      .headers({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .send(script);
  });
};
