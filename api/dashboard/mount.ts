import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoSuchError, ProblemError } from '../../src/core/problems.js';
import { problem } from '../../src/core/wire/problem.js';
import { toInput, toWire } from '../../src/core/wire/row.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Context } from '../../src/platform/context/context.js';
import { MailUnavailable } from '../../src/platform/mail/queue-mail.js';
import type { App, OpenAccess } from '../http/access.js';
import { media } from '../http/answers.js';
import { callContext } from '../http/call-context.js';
import { gzipTexts } from '../http/gzip-texts.js';
import { sendDownload, sendValue } from '../http/reply.js';
import { document } from './document.js';
import { admitted } from './guard.js';
import type { Call, Download, Operation } from './operation.js';
import { DASHBOARD_OPERATIONS } from './operations.js';

/** Where the dashboard's own API is: no partner calls it, and no key opens it. */
const DASHBOARD_API = '/dashboard/api';

/** The limit of an IP address, which a whole company may share. */
const ACCESS: OpenAccess = { keyed: false, anyOrigin: false, limit: { name: 'dashboard', perMinute: 1_200 } };
/** The limit of a member, from any address: enough for a person with many tabs. */
const MEMBER_PER_MINUTE = 600;

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; null where none is needed. */
    member: SignedIn | null;
  }
}

/** Mounts the dashboard's API: every operation behind the same checks, and a document of its own. */
export async function dashboardApi(app: App, ctx: Context): Promise<void> {
  app.decorateRequest('member', null);
  await app.register(
    async (scope) => {
      const api = scope.withTypeProvider<ZodTypeProvider>();
      api.addHook('onSend', gzipTexts);
      // Ids in its URLs and bodies name objects of the caller's company; others' are not there.
      api.setErrorHandler((error) => {
        if (error instanceof MailUnavailable) throw new ProblemError('mail_unavailable');
        throw error instanceof NoSuchError ? new ProblemError('not_found', { detail: error.message }) : error;
      });
      await document(api, ctx.config);
      for (const operation of DASHBOARD_OPERATIONS) mountOperation(api, ctx, operation);
    },
    { prefix: DASHBOARD_API },
  );
}

function mountOperation(app: App, ctx: Context, operation: Operation): void {
  const params = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, z.string().max(100)] as const);
  app.route({
    method: operation.method,
    url: operation.path,
    config: { access: ACCESS, may: operation.may },
    schema: {
      summary: operation.summary,
      tags: [operation.path.split('/')[1] ?? ''],
      ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
      ...(operation.query && { querystring: operation.query }),
      ...(operation.body && { body: operation.body }),
      response: {
        [operation.status]: operation.media ? media(operation.media) : (operation.answer ?? z.null()),
        '4xx': { content: { 'application/problem+json': { schema: problem } } },
      },
    },
    // After the call was counted, and before its body is read.
    preParsing: async (request, reply) => {
      const count = ({ memberId }: SignedIn) =>
        app.countIn({ name: `dashboard-member:${memberId}`, perMinute: MEMBER_PER_MINUTE }, reply);
      request.member = await admitted(ctx, { request, may: operation.may, count });
    },
    handler: async (request, reply) => {
      const value = await operation.run(call(ctx, operation, request, reply) as Call<never, never, never>);
      reply.code(operation.status).header('Cache-Control', 'no-store');
      if (operation.media) return sendDownload(reply, operation.media, value as Download);
      return operation.answer === null ? reply.send() : sendValue(reply, toWire(operation.answer, value));
    },
  });
}

function call(
  ctx: Context,
  operation: Operation,
  request: FastifyRequest,
  reply: Call<never, never>['reply'],
): Call<unknown, unknown> {
  const { member, params, query, body } = request;
  return {
    ctx: callContext(ctx, request, { callerAddress: request.ip, ...(member && { actor: member.memberId }) }),
    member: member as SignedIn,
    params,
    query: operation.query && toInput(operation.query, query),
    body: operation.body && toInput(operation.body, body),
    request,
    reply,
  };
}
