import { z } from 'zod';
import { ProblemError } from '../../../src/core/problems.js';
import { DEMO_VIEWER } from '../../../src/core/viewer.js';
import { mode } from '../../../src/core/wire/common.js';
import type { Route } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { sendValue } from '../../http/reply.js';
import { REVISIONS } from '../../mcp/exchange.js';
import { instructionsFor, SERVER_INFO } from '../../mcp/server.js';
import { LISTED_TOOLS } from '../../mcp/tools.js';
import { assistantAccess, METHODS } from './post.js';

const description = z
  .object({
    object: z.literal('assistant_server').describe('Always `assistant_server`.'),
    mode,
    name: z.string().describe('Name of the server, for programs.'),
    title: z.string().describe('Name of the server, for people.'),
    version: z.string().describe('Version of the server.'),
    instructions: z.string().describe('Instructions for the assistant.'),
    endpoint: z.url().describe('Where to send calls.'),
    protocol_versions: z.array(z.string()).describe('Supported revisions of the Model Context Protocol.'),
    tools: z
      .array(
        z.object({
          name: z.string().describe('Name of the tool, for `tools/call`.'),
          title: z.string().describe('Name of the tool, for people.'),
          description: z.string().describe('What the tool does, for the assistant.'),
          inputSchema: z.looseObject({}).describe('JSON Schema of its arguments.'),
          outputSchema: z.looseObject({}).describe('JSON Schema of its results.'),
          annotations: z.looseObject({}).describe('Hints of the protocol: every tool is read-only.'),
        }),
      )
      .describe('The tools, as `tools/list` returns them.'),
  })
  .meta({ id: 'AssistantServer', description: 'The assistant endpoint and its tools.' });

const example = {
  object: 'assistant_server',
  mode: 'test',
  ...SERVER_INFO,
  instructions: instructionsFor(DEMO_VIEWER),
  endpoint: 'https://api.example.com/v1/mcp',
  protocol_versions: REVISIONS,
  tools: LISTED_TOOLS.slice(-1),
};

/** `GET /mcp?key=…`: what the server is and which tools it has, for people and setup programs. */
export const describeAssistantRoute: Route = (app, ctx) => {
  app.get(
    '/mcp',
    {
      config: { access: assistantAccess, document: { example } },
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
        response: answers(200, description, 304, 400, 401, 403, 405, 429),
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
