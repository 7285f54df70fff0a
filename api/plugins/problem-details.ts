import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../src/access/rules/oauth.js';
import type { Id } from '../../src/core/ids.js';
import { translator } from '../../src/core/locales/messages.js';
import type { Translator } from '../../src/core/locales/translator.js';
import { busy, invalidField, type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Config } from '../../src/platform/config/config.js';
import type { Context } from '../../src/platform/context/context.js';
import { isDatabaseBusy } from '../../src/platform/database/database-errors.js';
import { countIfFull } from '../../src/platform/metrics/database-metrics.js';
import type { App } from '../http/access.js';
import { isOAuth } from '../http/base-paths.js';
import { sendOAuthError } from '../http/oauth-errors.js';
import { problemBody } from '../http/problem-body.js';
import { ParsedQuery } from '../http/query-parser.js';
import { sendProblemPage } from '../pages/problem-page.js';
import { wantsHtml } from '../pages/visitor-page.js';
import { loggedPath } from './logged-path.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the problem that it was answered with. */
    problem: ProblemCode | null;
  }
}

/** Our messages for errors of the framework: its own quote URLs and bodies. */
const FRAMEWORK: Record<string, () => ProblemError> = {
  FST_ERR_BAD_URL: () => invalidField('path', 'is not valid percent-encoding'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ProblemError('uri_too_long'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ProblemError('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ProblemError('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalidField('body', 'does not have the length that Content-Length gives'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalidField('body', 'must not be empty'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalidField('body', 'is not valid JSON'),
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () => new ProblemError('unsupported_media_type'),
  // A file of the dashboard by a name that no file can have.
  FST_STATIC_FORBIDDEN_PATH: () => new ProblemError('not_found'),
};

/** The problem for an error; anything unexpected is an `internal_error` that reveals nothing of its cause. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = FRAMEWORK[code];
  if (known) return known();
  if ((code === 'ECONNRESET' || code === 'ECONNABORTED') && isOfBody(error)) return invalidField('body', 'ended early');
  if (isDatabaseBusy(error)) return busy();
  return new ProblemError('internal_error');
}

/** Whether it came of reading the caller's body, and not of a server of ours: the framework marks it so. */
function isOfBody(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 400;
}

/** The language of `locale`; English if it is missing or invalid. */
function languageOf({ query }: FastifyRequest): Translator {
  const locale =
    query instanceof ParsedQuery ? query.values.get('locale') : (query as { locale?: string } | undefined)?.locale;
  return translator(locale);
}

/** Sends an error in the body format of this URL. */
export function sendProblem(reply: FastifyReply, problem: ProblemError, config: Config): void {
  if (isOAuth(reply.request.url, config)) {
    sendOAuthError(reply, problem);
    return;
  }
  const body = problemBody(problem, reply.request.id, config.origin, languageOf(reply.request));
  reply.headers(problem.headers);
  if (problem.allowed) reply.header('Allow', problem.allowed.join(', '));
  reply
    .code(problem.status)
    .removeHeader('ETag')
    .header('Service-Request-Id', reply.request.id)
    .header('Cache-Control', 'no-store')
    .header('Content-Type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)));
}

/** Whether the request is from a person on a page of the service, not from a program. */
function wantsPage(request: FastifyRequest, apiPrefixes: readonly string[]): boolean {
  const inApi = apiPrefixes.some((prefix) => request.url === prefix || request.url.startsWith(`${prefix}/`));
  return !inApi && wantsHtml(request);
}

/** What support needs to answer for a `request_id`. Floods of 401 and 429 must not fill the log. */
function logProblem(ctx: Context, error: unknown, problem: ProblemError | OAuthError, request: FastifyRequest): void {
  const { code, status } = problem;
  const keyId: Id<'key'> | undefined = request.caller?.keyId;
  const facts = { requestId: request.id, code, keyId, method: request.method, path: loggedPath(request.url) };
  // What we chose to refuse for now, such as a file that is being made, is no fault to look into.
  const chosen = error === problem && code !== 'internal_error';
  if (status >= 500 && chosen) ctx.log.warn(facts, problem.message);
  else if (status >= 500) ctx.log.error({ ...facts, err: error }, 'title' in problem ? problem.title : code);
  else ctx.log[status === 401 || status === 429 ? 'debug' : 'info'](facts, problem.message);
}

/** The one place where errors become responses. */
export function problemDetails(app: App, ctx: Context, apiPrefixes: readonly string[]): void {
  app.setErrorHandler<FastifyError | OAuthError>((error, request, reply) => {
    if (error instanceof OAuthError) {
      logProblem(ctx, error, error, request);
      sendOAuthError(reply, error);
      return;
    }
    const problem = toProblem(error);
    request.problem = problem.code;
    countIfFull(ctx.counts, error);
    logProblem(ctx, error, problem, request);
    if (wantsPage(request, apiPrefixes)) sendProblemPage(reply, problem);
    else sendProblem(reply, problem, ctx.config);
  });
}
