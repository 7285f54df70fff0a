import type { TestApi } from './api.js';

/** The revision where every request names itself. */
export const STATELESS = '2026-07-28';

export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface RpcCall {
  body: unknown;
  headers?: Record<string, string>;
  /** Query string without `?`. */
  query?: string;
  base?: string;
}

/** Posts a JSON-RPC message; a text body is sent unchanged. */
export function postRpc(api: TestApi, { body, headers = {}, query, base = '/v1' }: RpcCall) {
  return api.app.inject({
    method: 'POST',
    url: `${base}/mcp${query === undefined ? '' : `?${query}`}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A bare `tools/call`, as the contract shows it. */
export function toolCall(name: string, args?: unknown, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, ...(args !== undefined && { arguments: args }) } };
}

/** Calls a tool and answers its result. */
export async function callTool(
  api: TestApi,
  name: string,
  args?: unknown,
  call: Omit<RpcCall, 'body'> = {},
): Promise<ToolResult> {
  const answer = await postRpc(api, { body: toolCall(name, args), ...call });
  if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${answer.body}`);
  const { result, error } = answer.json();
  if (error) throw new Error(`${name} answered ${error.code}: ${error.message}`);
  return result;
}

/** A request of the stateless revision, with the headers that must agree with it. */
export function statelessCall(method: string, params: Record<string, unknown> = {}, version = STATELESS): RpcCall {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { name } = params;
  return {
    body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: envelope } },
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}
