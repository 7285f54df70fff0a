import { invalidField, ProblemError } from '../../src/domain/problems.js';
import type { App } from '../access.js';
import { ParsedQuery } from './query-parser.js';
import { onAccess } from './route-hooks.js';
import { invalidFields } from './validation.js';

const LONGEST_ADDRESS = 8_192;

/** Whether the path is spelled in the one way we answer: no empty segment, no slash at the end. */
export function isHygienic(url: string): boolean {
  const question = url.indexOf('?');
  const end = question === -1 ? url.length : question;
  const doubled = url.indexOf('//');
  return (doubled === -1 || doubled >= end) && (end === 1 || url.charCodeAt(end - 1) !== 47);
}

/** What no route should have to think of: addresses too long or spelled twice, encoded bodies, unreadable queries. */
export function hygiene(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(invalidField('Host', 'is required'));
    else if (request.url.length > LONGEST_ADDRESS) done(new ProblemError('uri_too_long'));
    else if (encoding !== undefined && encoding !== 'identity') done(new ProblemError('unsupported_media_type'));
    else done();
  });

  const spelledOnce = (url: string): ProblemError | undefined =>
    isHygienic(url) ? undefined : new ProblemError('not_found');
  onAccess(app, {
    keyed: (hooks) => hooks.onRequest((request, _reply, done) => done(spelledOnce(request.url))),
    open: (hooks) => hooks.onRequest((request, _reply, done) => done(spelledOnce(request.url))),
  });
}

/** Refuses a query that cannot be decoded, after the caller is known and counted. */
export function readableQuery(app: App): void {
  const judge = (query: unknown): ProblemError | undefined =>
    query instanceof ParsedQuery && query.malformed ? invalidFields([query.malformed]) : undefined;
  onAccess(app, {
    keyed: (hooks) => hooks.onRequest((request, _reply, done) => done(judge(request.query))),
    open: (hooks) => hooks.onRequest((request, _reply, done) => done(judge(request.query))),
  });
}
