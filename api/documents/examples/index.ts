import { DEMO_VIEWER } from '../../../src/core/viewer.js';
import { REVISIONS } from '../../mcp/exchange.js';
import { instructionsFor, SERVER_INFO } from '../../mcp/server.js';
import { LISTED_TOOLS } from '../../mcp/tools.js';
import { EVENT_EXAMPLES, event } from './events.js';
import { FILE_EXAMPLES } from './files.js';
import { earning, MONEY_EXAMPLES } from './money.js';
import { ORDER_EXAMPLES } from './orders.js';

/** Answers shown in the OpenAPI document, by the name of their schema. */
export const EXAMPLES: Record<string, unknown> = {
  ...EVENT_EXAMPLES,
  ...ORDER_EXAMPLES,
  ...MONEY_EXAMPLES,
  TokenAnswer: {
    access_token: 'tt_at_9mZ4cV7xKq2Lw8Tn5Bd1Rf6Hs3Yj0Pg',
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'events:read events:details',
  },
  OAuthError: {
    error: 'invalid_client',
    error_description: 'The client is not known, or its secret is wrong.',
    request_id: 'req_8kT2vQ0aXy5Lr3Wn7Bd1',
  },
  AssistantServer: {
    object: 'assistant_server',
    mode: 'test',
    ...SERVER_INFO,
    instructions: instructionsFor(DEMO_VIEWER),
    endpoint: 'https://api.example.com/v1/mcp',
    protocol_versions: REVISIONS,
    tools: LISTED_TOOLS.slice(-1),
  },
  RpcAnswer: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool' } },
};

/** Answers whose schema has no name, by `method path`. */
const UNNAMED: Record<string, unknown> = {
  'post /mcp': {
    jsonrpc: '2.0',
    id: 1,
    result: {
      content: [{ type: 'text', text: '1 city.' }],
      structuredContent: EVENT_EXAMPLES.LocationList,
      isError: false,
    },
  },
  'post /oauth/revoke': {},
};

/** The bodies of webhooks, by their type. */
export const WEBHOOK_EXAMPLES: Record<string, Record<string, unknown>> = {
  'event.changed': {
    event: body('event.changed', { event }),
    withdrawn: body('event.changed', {
      withdrawn: { id: event.id, withdrawn_at: '2026-11-21T14:54:38.546000Z' },
    }),
  },
  'earnings.changed': { earning: body('earnings.changed', { earning }) },
};

function body(type: string, data: unknown): unknown {
  return { id: 'chg_2Vb6Nk9xRw4Tz8Mq1Jd7', type, created_at: '2026-11-21T14:54:38.543Z', mode: 'test', data };
}

/** What an operation's success may look like, in one media type; undefined when its status has no body. */
export function exampleOf(operation: string, media: string, schema: string): unknown {
  return EXAMPLES[schema] ?? FILE_EXAMPLES[operation]?.[media] ?? UNNAMED[operation];
}
