import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { postRpc, STATELESS, statelessCall, toolCall } from '../../support/assistant.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await seedDemo(api.ctx);
  await api.ctx.sql`UPDATE api_keys SET rate_limit = 100000 WHERE kind = 'server'`;
});
afterAll(() => api.close());

function post(body: unknown, headers: Record<string, string> = {}) {
  return postRpc(api, { body, headers: bearer(api.keys.server, headers) });
}

const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 'r', method, params });

describe('the bare call of the contract', () => {
  test.each([
    [undefined],
    ['*/*'],
    ['application/json'],
    ['text/event-stream'],
    ['application/json, text/event-stream'],
    ['text/html'],
  ])('with Accept %p is answered in one piece of JSON', async (accept) => {
    const answer = await post(toolCall('find_events', { city: 'Berlin' }), accept === undefined ? {} : { accept });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['service-request-id']).toMatch(/^req_/);
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { structuredContent: { object: 'list' } } });
  });

  test('works under both addresses, without a key, with a charset', async () => {
    for (const base of ['/v1', '/api/v1']) {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      const answer = await postRpc(api, { body: toolCall('find_events', { city: 'Berlin' }), base, headers });
      const { events } = answer.json().result.structuredContent;
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) expect(event).toMatchObject({ test: true, location: { city: 'Berlin' } });
    }
  });
});

describe('the revisions of 2025', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26'])('%s: handshake, ping, notification', async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const { result } = (await post(request('initialize', params))).json();
    expect(result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: { name: 'partner-events' },
      instructions: expect.stringContaining('buy_url'),
    });
    const named = { 'mcp-protocol-version': version };
    expect((await post(request('ping'), named)).json()).toEqual({ jsonrpc: '2.0', id: 'r', result: {} });
    const accepted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, named);
    expect([accepted.statusCode, accepted.body]).toEqual([202, '']);
    expect((await post(request('tools/list'), named)).json().result.tools).toHaveLength(6);
  });

  test('a batch is answered as one', async () => {
    const answer = await post([
      toolCall('list_categories', {}, 1),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      toolCall('buy', {}, 2),
    ]);
    expect(answer.json()).toEqual([
      expect.objectContaining({ id: 1, result: expect.objectContaining({ structuredContent: expect.anything() }) }),
      expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32602 }) }),
    ]);
    expect((await post([])).json()).toMatchObject({ error: { code: -32600 } });
  });

  test('a batch has fifty messages at most', async () => {
    const answer = await post(Array.from({ length: 51 }, (_, id) => toolCall('list_categories', {}, id)));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: -32600 } });
  });

  test('an id that cannot become text is refused as any other', async () => {
    const message = { jsonrpc: '2.0', id: { toString: 1 }, method: 'ping' };
    for (const body of [message, [message]]) {
      const answer = await post(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: { code: expect.any(Number) } });
    }
  });

  test('a batch that cancels its own calls is still answered', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const answer = await post([toolCall('list_categories', {}, 1), cancelled]);
    expect(answer.json()).toEqual([expect.objectContaining({ id: 1, result: expect.anything() })]);
    expect((await post([cancelled])).statusCode).toBe(202);
    expect((await post(cancelled)).statusCode).toBe(202);
  });

  test('unsupported methods', async () => {
    for (const method of ['resources/list', 'prompts/list', 'logging/setLevel', 'server/discover']) {
      expect((await post(request(method))).json()).toMatchObject({ id: 'r', error: { code: -32601 } });
    }
  });
});

describe(`revision ${STATELESS}`, () => {
  const send = (call: ReturnType<typeof statelessCall>, headers = {}) =>
    post(call.body, { ...call.headers, ...headers });

  test('discovery, tools and calls', async () => {
    const { result } = (await send(statelessCall('server/discover'))).json();
    expect(result).toMatchObject({
      supportedVersions: expect.arrayContaining([STATELESS]),
      capabilities: { tools: {} },
    });
    expect((await send(statelessCall('tools/list'))).json().result.tools).toHaveLength(6);
    const call = statelessCall('tools/call', { name: 'list_locations', arguments: { limit: 1 } });
    expect((await send(call)).json()).toMatchObject({ id: 7, result: { structuredContent: { object: 'list' } } });
    const unknown = statelessCall('tools/call', { name: 'buy', arguments: {} });
    expect((await send(unknown)).json()).toMatchObject({ id: 7, error: { code: -32602 } });
    const method = await send(statelessCall('resources/list'));
    expect([method.statusCode, method.json()]).toMatchObject([404, { id: 7, error: { code: -32601 } }]);
  });

  test.each([
    ['another revision', { 'mcp-protocol-version': '2025-06-18' }],
    ['another method', { 'mcp-method': 'tools/call' }],
  ])('a header that names %s: 400, -32020', async (_what, headers) => {
    const answer = await send(statelessCall('tools/list'), headers);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { id: 7, error: { code: -32020 } }]);
  });

  test('a body without its headers, or another tool in the header: 400, -32020', async () => {
    const { body } = statelessCall('tools/list');
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: -32020 } }]);
    const call = statelessCall('tools/call', { name: 'list_locations', arguments: {} });
    const other = await send(call, { 'mcp-name': 'list_categories' });
    expect([other.statusCode, other.json()]).toMatchObject([400, { error: { code: -32020 } }]);
  });

  test('an unsupported revision: 400, -32022, with the supported ones', async () => {
    const answer = await send(statelessCall('server/discover', {}, '2030-01-01'));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { id: 7, error: { code: -32022, data: { supported: [STATELESS], requested: '2030-01-01' } } },
    ]);
    for (const version of ['2030-01-01', '1999-01-01', 'nonsense']) {
      const bare = await post(toolCall('list_categories'), { 'mcp-protocol-version': version });
      expect([bare.statusCode, bare.json()]).toMatchObject([
        400,
        {
          id: 1,
          error: { code: -32022, data: { supported: expect.arrayContaining([STATELESS]), requested: version } },
        },
      ]);
    }
  });
});

describe('parameters that the protocol does not have', () => {
  const fault = (names: string) => ({ error: { code: -32602, message: expect.stringContaining(names) } });
  const own = expect.not.stringMatching(/expected|received|\[/);

  test.each([
    ['initialize', undefined, '`params`'],
    ['initialize', { protocolVersion: 1 }, '`protocolVersion`'],
    ['tools/list', { cursor: 1 }, '`cursor`'],
    ['tools/call', { name: 'find_events', arguments: [] }, '`arguments`'],
  ])('%s with %j: -32602 that names them, in our words', async (method, params, name) => {
    for (const body of [request(method, params), [request(method, params), request('ping')]]) {
      if (method === 'initialize' && Array.isArray(body)) continue;
      const answer = await post(body);
      expect(answer.statusCode).toBe(200);
      const [first] = [answer.json()].flat();
      expect(first).toMatchObject({ id: 'r', ...fault(name) });
      expect(first.error.message).toEqual(own);
    }
  });

  test(`in revision ${STATELESS} too`, async () => {
    const { body, headers } = statelessCall('tools/list', { cursor: 1 });
    const answer = await post(body, headers);
    expect(answer.json()).toMatchObject({ id: 7, ...fault('`cursor`') });
    expect(answer.json().error.message).toEqual(own);
  });
});

describe('an invalid message', () => {
  const nested = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  test.each([
    ['broken JSON', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['no object', '7', -32600],
    ['null', 'null', -32600],
    ['no JSON-RPC', '{"method":1}', -32600],
    ['20,000 levels', nested, -32600],
  ])('%s', async (_what, body, code) => {
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code } }]);
  });

  test('bytes that are no UTF-8', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/mcp',
      headers: bearer(api.keys.server, { 'content-type': 'application/json' }),
      payload: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(answer.json()).toMatchObject({ error: { code: -32700 } });
  });
});
