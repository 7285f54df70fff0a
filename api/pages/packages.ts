import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '../../src/core/problems.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Route } from '../http/access.js';

const AN_HOUR = 'public, max-age=3600';

const FILES = {
  /** The element `<partner-events>` (`packages/widget`), for pages of any origin. */
  '/widget.js': {
    file: 'dist/widget/widget.js',
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  },
  /** The client (`packages/client`), packed: npm installs it by this address, or from the file. */
  '/client.tgz': {
    file: 'dist/client/client.tgz',
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Disposition': 'attachment; filename="partner-events-client.tgz"',
    },
  },
};

/** `GET /widget.js` and `GET /client.tgz`, which may be kept for an hour. */
export const packageRoutes: Route = (app) => {
  for (const [path, { file, headers }] of Object.entries(FILES)) {
    const place = join(projectRoot(), file);
    let content: Buffer | undefined;
    app.get(path, (_request, reply) => {
      if (content === undefined && existsSync(place)) content = readFileSync(place);
      if (content === undefined) throw new ProblemError('not_found');
      return reply.headers({ 'Cache-Control': AN_HOUR, ...headers }).send(content);
    });
  }
};
