import { isJsonContentType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ProblemError } from '../../../src/core/problems.js';
import { type Caller, DEMO_VIEWER } from '../../../src/core/viewer.js';
import { ANY_KEY, type App, keyed, type Route } from '../../http/access.js';
import { answers, type Media } from '../../http/answers.js';
import { sendJson } from '../../http/reply.js';
import { callsIn, exchange, readMessage } from '../../mcp/exchange.js';
import { type Audience, createAssistantServer } from '../../mcp/server.js';
import { answerPreflight } from '../../plugins/cors.js';
import { compileAllButBody } from '../../plugins/validation.js';
import { locationListExample } from '../locations/list.js';

export const assistantAccess = keyed({
  kinds: ANY_KEY,
  keyInQuery: true,
  keyless: { name: 'mcp', perMinute: 60 },
});

export const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
/** Headers that assistants in a browser send besides those of every call. */
const PROTOCOL_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'];

const rpcMessage = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Always `2.0`.'),
    id: z
      .union([z.string(), z.int().meta({ minimum: undefined, maximum: undefined })])
      .optional()
      .describe('Returned with the response. Without it the message is a notification, and the status is 202.'),
    method: z.string().describe('`tools/call`, `tools/list`, `initialize`, `server/discover`, …'),
    params: z.looseObject({}).optional().describe('For `tools/call`: `name` and `arguments`.'),
  })
  .meta({
    id: 'RpcMessage',
    description: 'A JSON-RPC 2.0 message.',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'find_events', arguments: { city: 'Berlin', limit: 3 } },
      },
    ],
  });

const rpcAnswer = z
  .object({
    jsonrpc: z.literal('2.0').describe('Always `2.0`.'),
    id: z
      .union([z.string(), z.number()])
      .nullable()
      .describe('The `id` of the message. Null when it could not be read.'),
    result: z
      .looseObject({})
      .optional()
      .describe(
        'For `tools/call`: `content` as text, `structuredContent` as the REST endpoints return it, and `isError`.',
      ),
    error: z
      .object({
        code: z
          .int()
          .meta({ minimum: undefined, maximum: undefined })
          .describe('Error code of JSON-RPC or of the protocol.'),
        message: z.string().describe('What went wrong.'),
        data: z.unknown().optional().describe('More about it, if known.'),
      })
      .optional()
      .describe('Why there is no `result`.'),
  })
  .meta({ id: 'RpcAnswer', description: 'A JSON-RPC 2.0 response.' });

const rpcError: Media = { content: { 'application/json': { schema: rpcAnswer } } };

/**
 * What the protocol refuses by a status, in its own words: what is no message, and of some revisions an unknown method.
 */
const REFUSED: Record<number, Media> = { 400: rpcError, 404: rpcError };

const example: z.infer<typeof rpcAnswer> = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: [{ type: 'text', text: '1 city.' }],
    structuredContent: locationListExample,
    isError: false,
  },
};

/** `POST /mcp`: the tools for AI assistants, as JSON-RPC. */
export const assistantRoute: Route = (app, ctx) => {
  app.options('/mcp', (request, reply) => {
    if (request.headers['access-control-request-method'] === undefined) {
      return reply.code(204).header('Allow', METHODS.join(', ')).send();
    }
    answerPreflight(reply, METHODS, PROTOCOL_HEADERS);
    return reply;
  });

  // In a scope of its own: what is no JSON is answered in JSON-RPC's words.
  app.register(async (scope: App) => {
    scope.setValidatorCompiler(compileAllButBody);
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/mcp',
      {
        config: { access: assistantAccess, document: { example } },
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
              .catch((err: unknown) => ctx.log.warn({ err }, 'cannot count what an assistant showed'));
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
};
