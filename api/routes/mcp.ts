import { isJsonContentType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ProblemError } from '../../src/core/problems.js';
import { type Caller, DEMO_VIEWER } from '../../src/core/viewer.js';
import { ACCESS, type App, type Route } from '../http/access.js';
import { answers, type Media } from '../http/answers.js';
import { sendJson, sendValue } from '../http/reply.js';
import { callsIn, exchange, REVISIONS, readMessage } from '../mcp/exchange.js';
import { type Audience, createAssistantServer, instructionsFor, SERVER_INFO } from '../mcp/server.js';
import { LISTED_TOOLS } from '../mcp/tools.js';
import { assistantServer, rpcAnswer, rpcMessage } from '../mcp/wire.js';
import { compileAllButBody } from '../plugins/validation.js';
import { locationListExample } from './locations.js';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const rpcError: Media = { content: { 'application/json': { schema: rpcAnswer } } };

/** Refusals of the protocol with a status, in its own words: an invalid message, and in some revisions an unknown method. */
const REFUSED: Record<number, Media> = { 400: rpcError, 404: rpcError };

const callExample: z.infer<typeof rpcAnswer> = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: [{ type: 'text', text: '1 city.' }],
    structuredContent: locationListExample,
    isError: false,
  },
};

const serverExample = {
  object: 'assistant_server',
  mode: 'test',
  ...SERVER_INFO,
  instructions: instructionsFor(DEMO_VIEWER),
  endpoint: 'https://api.example.com/v1/mcp',
  protocol_versions: REVISIONS,
  tools: LISTED_TOOLS.slice(-1),
};

export const assistantRoutes: Route = (app, ctx) => {
  // `POST /mcp`: the tools for AI assistants, as JSON-RPC. In a scope of its own: invalid JSON is answered in
  // JSON-RPC's words.
  app.register(async (scope: App) => {
    scope.setValidatorCompiler(compileAllButBody);
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/mcp',
      {
        config: { access: ACCESS.assistant, document: { example: callExample } },
        schema: {
          tags: ['Assistants'],
          summary: 'Call a tool',
          description:
            'The Model Context Protocol over stateless HTTP, or a single `tools/call` without a handshake. Without a key ' +
            'the tools return sample events. You can send a website or test key in the parameter `key`. Errors of a ' +
            'tool are results with `isError`.',
          querystring: z.object({
            key: z.string().min(1).optional().describe('A website or test key, never a server key.'),
          }),
          body: z.union([
            rpcMessage,
            z.array(rpcMessage).min(1).describe('A batch, in protocol revisions that support it.'),
          ]),
          response: {
            ...answers(200, z.union([rpcAnswer, z.array(rpcAnswer)]), 202, 401, 403, 413, 415, 429),
            ...REFUSED,
          },
        },
      },
      async (request, reply) => {
        if (!isJsonContentType(request.headers['content-type'])) throw new ProblemError('unsupported_media_type');
        const body: unknown = request.body;
        const read = readMessage(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        if ('refused' in read) return answer(read.refused);
        // One call was counted when the request came.
        await request.countMore(callsIn(read.message) - 1);

        const caller: Caller | undefined = request.caller;
        const audience: Audience = {
          viewer: caller ?? DEMO_VIEWER,
          onShown(signal) {
            if (!caller) return;
            // Statistics must neither delay nor fail a response.
            app.signals
              .count(caller, signal)
              .catch((err: unknown) =>
                ctx.log.warn({ requestId: request.id, err }, 'events shown by an assistant could not be counted'),
              );
          },
          onRefused(problem, err) {
            const facts = { requestId: request.id, code: problem.code, keyId: caller?.keyId };
            if (problem.status >= 500) ctx.log.error({ ...facts, err }, problem.title);
            else ctx.log.debug(facts, problem.message);
          },
        };
        return answer(await exchange(createAssistantServer(ctx, audience), request.headers, read.message));

        function answer({ status, body: bytes }: { status: number; body: Buffer | null }) {
          reply.code(status);
          return bytes === null ? reply.send() : sendJson(reply, bytes);
        }
      },
    );
  });

  // `GET /mcp?key=…`: a description of the server and its tools, for people and setup programs.
  app.get(
    '/mcp',
    {
      config: { access: ACCESS.assistant, document: { example: serverExample } },
      schema: {
        tags: ['Assistants'],
        summary: 'Describe the assistant tools',
        description: 'With a website or test key in the parameter `key`; any other GET is 405.',
        querystring: z.object({
          key: z
            .string()
            .min(1)
            .optional()
            .meta({ 'x-required': true })
            .describe('A website or test key, never a server key.'),
        }),
        response: answers(200, assistantServer, 304, 400, 401, 403, 405, 429),
      },
    },
    (request, reply) => {
      const { accept = '*/*' } = request.headers;
      // Assistants ask whether there is a stream of notifications to listen to: there is none.
      const wantsStream = accept.includes('text/event-stream') && !/application\/json|\*\/\*/.test(accept);
      if (request.query.key === undefined || wantsStream) {
        throw new ProblemError('method_not_allowed', { allowed: METHODS });
      }
      return sendValue(reply, {
        object: 'assistant_server',
        mode: request.caller.mode,
        ...SERVER_INFO,
        instructions: instructionsFor(request.caller),
        endpoint: `${ctx.config.baseUrl}/mcp`,
        protocol_versions: REVISIONS,
        tools: LISTED_TOOLS,
      });
    },
  );
};
