import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isLegacyRequest,
  PARSE_ERROR,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { containsCredential } from '../../src/core/key-format.js';
import { isJson } from '../http/json.js';
import { mendErrors, withoutCredentials } from './library-errors.js';

/** Deeper than any call of a tool, and far from where recursion over the message would end the process's stack. */
const MAX_NESTED = 64;

/** Its answers are put together in memory: each may be a page of a hundred events, twice. */
const MAX_BATCH = 50;

/** Revisions of the protocol where every request carries its own version and identity, instead of a handshake before. */
const STATELESS_REVISIONS = ['2026-07-28'];

export const REVISIONS: readonly string[] = [...STATELESS_REVISIONS, ...SUPPORTED_PROTOCOL_VERSIONS];

const OPENING_BRACE = '{'.charCodeAt(0);

export interface Answer {
  status: number;
  /** Null: an answer without a body. */
  body: Buffer | null;
}

function child(message: unknown, name: string): unknown {
  return isJson(message) ? message[name] : undefined;
}

interface Refusal {
  status?: number;
  code: number;
  message: string;
  data?: unknown;
}

/** A JSON-RPC error for a message, or for a body that is none. */
function refuse(message: unknown, { status = 400, ...error }: Refusal): Answer {
  const asked = child(message, 'id');
  const id = typeof asked === 'string' || typeof asked === 'number' ? asked : null;
  return { status, body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error: withoutCredentials(error) })) };
}

const isCredential = (id: unknown): boolean => typeof id === 'string' && containsCredential(id);

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === MAX_NESTED || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** The message of a body, or the JSON-RPC error that answers it. */
export function readMessage(body: Buffer): { message: unknown } | { refused: Answer } {
  let message: unknown;
  try {
    if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
    message = JSON.parse(body.toString());
  } catch {
    return { refused: refuse(null, { code: PARSE_ERROR, message: 'Parse error: the body is not JSON in UTF-8' }) };
  }
  if (typeof message !== 'object' || message === null) {
    return { refused: refuse(null, { code: INVALID_REQUEST, message: 'Invalid request: a message is a JSON object' }) };
  }
  if (Array.isArray(message) && message.length > MAX_BATCH) {
    const fault = `Invalid request: a batch has at most ${MAX_BATCH} messages`;
    return { refused: refuse(null, { code: INVALID_REQUEST, message: fault }) };
  }
  if (isTooDeep(message)) {
    return { refused: refuse(null, { code: INVALID_REQUEST, message: 'Invalid request: nested too deeply' }) };
  }
  // The answer repeats it.
  if ([message].flat().some((call) => isCredential(child(call, 'id')))) {
    const fault = 'Invalid request: `id` must not be a key, token or secret';
    return { refused: refuse(null, { code: INVALID_REQUEST, message: fault }) };
  }
  return { message };
}

/** How many calls a message makes; a batch makes several. */
export function callsIn(message: unknown): number {
  return Array.isArray(message) ? message.length : 1;
}

/** The library would refuse the `Accept` of plain HTTP clients, or a missing one. */
function toRequest(headers: IncomingHttpHeaders): Request {
  const kept = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('mcp-') && typeof value === 'string') kept.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers: kept });
}

/** Errors that the protocol's library would report with its own message or a wrong code. */
function misfit(request: Request, message: unknown): Answer | null {
  const method = child(message, 'method');
  const params = child(message, 'params');
  const requested = request.headers.get('mcp-protocol-version');
  const named = child(child(params, '_meta'), PROTOCOL_VERSION_META_KEY);
  // A handshake negotiates, and a message that names its own revision is compared with the header first.
  if (requested !== null && !REVISIONS.includes(requested) && named === undefined && method !== 'initialize') {
    const error = new UnsupportedProtocolVersionError({ supported: [...REVISIONS], requested });
    return refuse(message, { code: error.code, message: error.message, data: error.data });
  }
  if (method !== 'tools/call' || child(message, 'id') === undefined) return null;
  const invalid = (fault: string): Answer =>
    refuse(message, { status: 200, code: INVALID_PARAMS, message: `Invalid params: ${fault}` });
  const args = child(params, 'arguments');
  if (typeof child(params, 'name') !== 'string') return invalid('`name` must be the name of a tool');
  return args === undefined || isJson(args) ? null : invalid('`arguments` must be an object');
}

/** The revisions of 2025 and before, and calls that name no revision at all. */
async function serveLegacy(server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The revision of 2026-07-28, and what claims to be of one like it. */
function serveStateless(server: Server, request: Request, message: unknown): Promise<Response> {
  // Nothing here ever changes, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: message });
}

/** A batch must not cancel its own requests: the library would never answer them. Others' are out of reach anyway. */
function withoutCancelling(message: unknown): unknown {
  return Array.isArray(message)
    ? message.filter((call) => child(call, 'method') !== 'notifications/cancelled')
    : message;
}

/** The library drops `__proto__`, as unknown as any misspelled filter: a stand-in, not its name, shows it to the schema. */
function withAllArguments(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withAllArguments);
  const params = child(message, 'params');
  const args = child(params, 'arguments');
  if (!isJson(message) || !isJson(params) || !isJson(args) || !Object.hasOwn(args, '__proto__')) return message;
  const named = Object.entries(args).map(([name, value]) => [name === '__proto__' ? 'unknown' : name, value]);
  return { ...message, params: { ...params, arguments: Object.fromEntries(named) } };
}

/** Answers one message, or batch, of any revision; always in one piece, never as a stream. */
export async function exchange(server: Server, headers: IncomingHttpHeaders, received: unknown): Promise<Answer> {
  const message = withAllArguments(withoutCancelling(received));
  if (callsIn(message) === 0 && callsIn(received) > 0) {
    return { status: 202, body: null };
  }
  const request = toRequest(headers);
  const refused = misfit(request, message);
  if (refused) return refused;
  const response = (await isLegacyRequest(request, message))
    ? await serveLegacy(server, request, message)
    : await serveStateless(server, request, message);
  if (response.body === null) return { status: response.status, body: null };
  const body = mendErrors(Buffer.from(await response.arrayBuffer()));
  // The library answers a batch of one call as if it were no batch.
  const unwrapped = Array.isArray(message) && response.ok && body[0] === OPENING_BRACE;
  return { status: response.status, body: unwrapped ? Buffer.from(`[${body}]`) : body };
}
