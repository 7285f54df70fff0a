import type { AddressInfo } from 'node:net';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { STATELESS } from '../../support/assistant.js';

let api: TestApi;
let origin: string;

beforeAll(async () => {
  api = await createTestApi();
  await seedDemo(api.ctx);
  await api.ctx.sql`UPDATE api_keys SET rate_limit = 100000`;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});
afterAll(() => api.close());

type Mode = 'legacy' | 'auto' | { pin: string };

async function connected<T>(
  options: { mode: Mode; base?: string; key?: string; headers?: Record<string, string> },
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const { mode, base = '/v1', key, headers } = options;
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } });
  const url = new URL(`${origin}${base}/mcp${key === undefined ? '' : `?key=${key}`}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function callAll(client: Client): Promise<CallToolResult[]> {
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  const found = await call('find_events', { limit: 3 });
  const [event] = (found.structuredContent as { events: { id: string; category: string }[] }).events;
  return [
    found,
    await call('find_events_near_location', { lat: 52.52, lng: 13.4, radius: 500 }),
    await call('find_events_by_category', { category: event?.category }),
    await call('get_event', { id: event?.id }),
    await call('list_categories'),
    await call('list_locations', { limit: 5 }),
  ];
}

const NAMES = [
  'find_events',
  'find_events_near_location',
  'find_events_by_category',
  'get_event',
  'list_categories',
  'list_locations',
];

const WAYS: [string, Mode, string][] = [
  ['the handshake of 2025', 'legacy', '/v1'],
  ['whatever is newest', 'auto', '/v1'],
  [`revision ${STATELESS}`, { pin: STATELESS }, '/api/v1'],
];

describe.each(WAYS)('the official client, by %s', (_way, mode, base) => {
  test('lists and calls all six tools, whose results keep to their schemas', async () => {
    for (const caller of [
      {},
      { key: api.keys.website.key },
      { key: api.keys.test.key },
      { headers: bearer(api.keys.server) },
    ]) {
      await connected({ mode, base, ...caller }, async (client) => {
        expect(client.getServerVersion()).toMatchObject({ name: 'partner-events' });
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(NAMES);
        for (const { annotations, description, inputSchema, outputSchema } of tools) {
          expect({ ...annotations, description }).toMatchObject({
            readOnlyHint: true,
            description: expect.any(String),
          });
          expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
          expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('$ref');
        }
        // The client itself holds every result against the output schema of its tool.
        for (const result of await callAll(client)) {
          expect(result.isError).not.toBe(true);
          const [first] = result.content;
          expect(first?.type === 'text' && JSON.parse(first.text)).toEqual(result.structuredContent);
        }
      });
    }
  });

  test('samples are named samples, before and in the answer', async () => {
    await connected({ mode, base }, async (client) => {
      expect(client.getInstructions()).toContain('sample events');
      const { content, structuredContent } = await client.callTool({ name: 'find_events', arguments: { limit: 1 } });
      expect(content.at(-1)).toEqual({ type: 'text', text: expect.stringContaining('sample events') });
      expect(structuredContent).toMatchObject({ mode: 'test', notices: [expect.stringMatching(/^sandbox: /)] });
    });
    await connected({ mode, base, key: api.keys.website.key }, async (client) => {
      expect(client.getInstructions()).not.toContain('sample');
      const { content, structuredContent } = await client.callTool({ name: 'find_events', arguments: { limit: 1 } });
      expect(content).toHaveLength(1);
      expect(structuredContent).toMatchObject({ mode: 'live' });
    });
  });

  test('bad arguments are results, unknown tools are errors', async () => {
    await connected({ mode, base, key: api.keys.test.key }, async (client) => {
      expect(await client.callTool({ name: 'find_events', arguments: { limit: 0 } })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('limit') }],
      });
      await expect(client.callTool({ name: 'buy_tickets', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    });
  });
});
