import { z } from 'zod';
import { field, mode } from '../../src/core/wire/common.js';

export const rpcMessage = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Always `2.0`.'),
    id: z
      .union([z.string(), z.int().meta({ minimum: undefined, maximum: undefined })])
      .optional()
      .describe('Returned with the response. Without it the message is a notification, and the status is 202.'),
    method: field.text('`tools/call`, `tools/list`, `initialize`, `server/discover`, …'),
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

export const rpcAnswer = z
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
        message: field.text('What went wrong.'),
        data: z.unknown().optional().describe('More about it, if known.'),
      })
      .optional()
      .describe('Why there is no `result`.'),
  })
  .meta({ id: 'RpcAnswer', description: 'A JSON-RPC 2.0 response.' });

export const assistantServer = z
  .object({
    object: z.literal('assistant_server').describe('Always `assistant_server`.'),
    mode,
    name: field.text('Name of the server, for programs.'),
    title: field.text('Name of the server, for people.'),
    version: field.text('Version of the server.'),
    instructions: field.text('Instructions for the assistant.'),
    endpoint: z.url().describe('Where to send calls.'),
    protocol_versions: z.array(z.string()).describe('Supported revisions of the Model Context Protocol.'),
    tools: z
      .array(
        z.object({
          name: field.text('Name of the tool, for `tools/call`.'),
          title: field.text('Name of the tool, for people.'),
          description: field.text('What the tool does, for the assistant.'),
          inputSchema: z.looseObject({}).describe('JSON Schema of its arguments.'),
          outputSchema: z.looseObject({}).describe('JSON Schema of its results.'),
          annotations: z.looseObject({}).describe('Hints of the protocol: every tool is read-only.'),
        }),
      )
      .describe('The tools, as `tools/list` returns them.'),
  })
  .meta({ id: 'AssistantServer', description: 'The assistant endpoint and its tools.' });
