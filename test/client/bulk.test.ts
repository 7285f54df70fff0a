import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  BulkFileChangedError,
  type ClientOptions,
  ConnectionError,
  IncompleteFileError,
  PartnerEvents,
} from '../../packages/client/src/index.js';
import { hang, ok, problem, type ScriptedServer, type Step, startScripted } from './support/scripted-server.js';

const LINES = Array.from({ length: 3_000 }, (_, i) => ({ id: `evt_${i}`, name: randomBytes(40).toString('base64') }));
const FILE = gzipSync(LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
const NAME = 'bfs_abcdef.ndjson.gz';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const client = (options: Partial<ClientOptions> = {}) =>
  new PartnerEvents({ baseUrl: server.baseUrl, key: 'tt_test_a', ...options });

interface Serving {
  file?: Buffer;
  etag?: string;
  /** How many bytes it sends before the connection breaks. */
  upTo?: number;
  /** Breaks off without an error that anybody could see. */
  quietly?: boolean;
}

/** Serves the file, or the rest that is asked for as long as the file is the same. */
function serve({ file = FILE, etag = '"one"', upTo = file.length, quietly = false }: Serving = {}): Step {
  return (response, request) => {
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const start = request.headers['if-range'] === etag ? Number(from) : 0;
    const part = file.subarray(start, Math.max(start, upTo));
    response.writeHead(start > 0 ? 206 : 200, {
      'content-type': 'application/gzip',
      etag,
      'service-bulk-kind': 'full',
      'service-bulk-events': String(LINES.length),
      'service-bulk-changed-until': '2026-11-24T12:00:00.000Z',
      ...(start > 0 && { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }),
      ...(!quietly && { 'content-length': String(file.length - start) }),
    });
    response.write(part, () => {
      if (quietly || start + part.length === file.length) response.end();
      else response.destroy();
    });
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  return Buffer.concat(chunks);
}

async function idsOf(options: { maxRetries?: number; timeout?: number } = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of (await client().bulk.download(NAME, options)).items()) ids.push(id);
  return ids;
}

test('a download has its facts, and gives its bytes or its lines', async () => {
  server.script(serve());
  const download = await client().bulk.download(NAME);
  expect(download).toMatchObject({
    kind: 'full',
    etag: '"one"',
    length: FILE.length,
    events: LINES.length,
    changedUntil: '2026-11-24T12:00:00.000Z',
    truncated: false,
  });
  expect((await bytesOf(download.body)).equals(FILE)).toBe(true);
  expect(await idsOf()).toEqual(LINES.map(({ id }) => id));
});

test('it goes on where it broke off, as often as that happens, and asks for the same file', async () => {
  server.script(serve({ upTo: 10_000 }), serve({ upTo: 50_000 }), serve({ upTo: 50_001 }), serve());
  const download = await client().bulk.download(NAME, { changed_since: '2026-11-01T00:00:00Z' });
  expect((await bytesOf(download.body)).equals(FILE)).toBe(true);
  expect(server.calls.map(({ headers }) => headers.range)).toEqual([
    undefined,
    'bytes=10000-',
    'bytes=50000-',
    'bytes=50001-',
  ]);
  expect(server.calls.slice(1).map(({ headers }) => headers['if-range'])).toEqual(['"one"', '"one"', '"one"']);
  expect(new Set(server.calls.map(({ url }) => url)).size).toBe(1);
  server.script(serve({ upTo: 30_000 }), problem(503, 'busy'), serve());
  expect(await idsOf()).toHaveLength(LINES.length);
});

test('a file that was built again during the download is not joined to the old one', async () => {
  server.script(serve({ upTo: 10_000 }), serve({ etag: '"two"' }));
  await expect(idsOf()).rejects.toBeInstanceOf(BulkFileChangedError);
});

test.each([
  ['that ends early', FILE.subarray(0, -1)],
  ['that ends in the middle', FILE.subarray(0, 40_000)],
  ['with a wrong checksum', Buffer.concat([FILE.subarray(0, -8), Buffer.alloc(8)])],
  ['that is none', Buffer.from('<h1>Sign in to the Wi-Fi</h1>')],
  ['of nothing', Buffer.alloc(0)],
])('a file %s never reaches its end, though nothing broke', async (_name, file) => {
  for (const quietly of [false, true]) {
    server.script(serve({ file, quietly }));
    await expect(idsOf()).rejects.toBeInstanceOf(IncompleteFileError);
    server.script(serve({ file, quietly }));
    const { body } = await client().bulk.download(NAME);
    await expect(bytesOf(body)).rejects.toBeInstanceOf(IncompleteFileError);
  }
});

test('it gives up when it comes no further', async () => {
  server.script(serve({ upTo: 10_000 }), (response) => {
    response.writeHead(206, {
      'content-range': `bytes 10000-${FILE.length - 1}/${FILE.length}`,
      'content-length': '9',
    });
    response.flushHeaders();
    response.destroy();
  });
  await expect(idsOf({ maxRetries: 2 })).rejects.toThrow(/broke off after 10000 bytes/);
  expect(server.calls).toHaveLength(3);
});

test('it goes on after a time without a byte', async () => {
  const silent: Step = (response) => {
    response.writeHead(200, { 'content-length': String(FILE.length), etag: '"one"' });
    response.write(FILE.subarray(0, 5_000));
  };
  server.script(silent, serve());
  expect(await idsOf({ timeout: 200 })).toHaveLength(LINES.length);
});

test('a reader that stops ends the connection, and a signal ends the download', async () => {
  server.script(serve());
  for await (const { id } of (await client().bulk.download(NAME)).items()) {
    expect(id).toBe('evt_0');
    break;
  }
  const leaving = new AbortController();
  server.script((response) => {
    response.writeHead(200, { 'content-length': String(FILE.length), etag: '"one"' });
    response.write(FILE.subarray(0, 5_000));
  });
  const download = await client().bulk.download(NAME, { signal: leaving.signal });
  const reading = bytesOf(download.body);
  leaving.abort(new Error('the user left'));
  await expect(reading).rejects.toThrow('the user left');
});

test('the first answer is waited for and retried as any other', async () => {
  server.script(hang);
  await expect(client({ maxRetries: 0, timeout: 50 }).bulk.download(NAME)).rejects.toBeInstanceOf(ConnectionError);
  server.script(problem(503, 'busy'), serve());
  expect((await idsOf()).length).toBe(LINES.length);
  server.script(ok());
  expect(gunzipSync(FILE).length).toBeGreaterThan(FILE.length);
});
