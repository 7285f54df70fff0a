import { readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createLocalStorage } from '../../../src/adapters/file-storage/local.js';
import { FileMissingError, type FileStorage } from '../../../src/adapters/file-storage/port.js';
import { createS3Storage } from '../../../src/adapters/file-storage/s3.js';
import { temporaryFolder } from '../../support/bulk.js';

/** As much of an S3-compatible store as one bucket needs: objects, ranges, multipart uploads, lists. */
function startStore(): Promise<{ server: Server; objects: Map<string, Buffer>; endpoint: string }> {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Buffer>();
  const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const key = decodeURIComponent(url.pathname.replace(/^\/files\/?/, ''));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const part = url.searchParams.get('partNumber');
    const found = objects.get(key);
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      response.end(xml(`<InitiateMultipartUploadResult><UploadId>up</UploadId></InitiateMultipartUploadResult>`));
    } else if (request.method === 'PUT' && part) {
      parts.set(`${key} ${part.padStart(5, '0')}`, body);
      response.setHeader('ETag', `"${part}"`).end();
    } else if (request.method === 'POST') {
      const mine = [...parts.keys()].filter((name) => name.startsWith(`${key} `)).sort();
      objects.set(key, Buffer.concat(mine.map((name) => parts.get(name) as Buffer)));
      response.end(xml('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>'));
    } else if (request.method === 'PUT') {
      objects.set(key, body);
      response.setHeader('ETag', '"e"').end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (url.searchParams.has('list-type')) {
      const contents = [...objects.keys()].map(
        (name) => `<Contents><Key>${name}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents>`,
      );
      response.end(xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`));
    } else if (!found) {
      response.writeHead(404).end(xml('<Error><Code>NoSuchKey</Code></Error>'));
    } else {
      const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(start ? 206 : 200).end(start ? found.subarray(Number(start), Number(end) + 1) : found);
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, objects, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
}

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const folder = temporaryFolder();
let store: Awaited<ReturnType<typeof startStore>>;
const storages: Record<string, FileStorage> = {};
const PATH = 'bulk/bfs_abcdef/1.ndjson.gz';
const BIG = Buffer.alloc(12 * 1024 * 1024, 'partner events ');

beforeAll(async () => {
  store = await startStore();
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  storages.local = createLocalStorage(folder);
  storages.s3 = createS3Storage({ endpoint: store.endpoint, region: 'us-east-1', bucket: 'files', ...credentials });
});
afterAll(() => {
  for (const storage of Object.values(storages)) storage.close();
  store.server.closeAllConnections();
  store.server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* pieces(content: Buffer, broken = false): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1024 * 1024) yield content.subarray(at, at + 1024 * 1024);
  if (broken) throw new Error('the source broke');
}

const idle = () => new AbortController().signal;

describe.each(['local', 's3'])('%s', (name) => {
  const storage = () => storages[name] as FileStorage;

  test.each([
    ['small', Buffer.from('few bytes')],
    ['large', BIG],
  ])('a %s file comes back, whole and in parts, and goes', async (_size, content) => {
    await storage().write(PATH, pieces(content), idle());
    expect((await read(await storage().open(PATH))).equals(content)).toBe(true);
    expect(await read(await storage().open(PATH, { start: 2, end: 5 }))).toEqual(content.subarray(2, 6));
    await storage().remove(PATH);
    await storage().remove(PATH);
    await expect(storage().open(PATH)).rejects.toThrow(FileMissingError);
  });

  test('a source that breaks, and a stop, leave no file', async () => {
    await expect(storage().write(PATH, pieces(BIG, true), idle())).rejects.toThrow('the source broke');
    await expect(storage().write(PATH, pieces(BIG), AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
    await expect(storage().open(PATH)).rejects.toThrow(FileMissingError);
    expect(store.objects.size).toBe(0);
    expect(
      readdirSync(join(folder, 'bulk'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toEqual([]);
  });

  test('what is older goes, what is younger stays', async () => {
    await storage().write(PATH, pieces(Buffer.from('x')), idle());
    expect(await storage().removeOlder('bulk', new Date('2026-01-01'))).toBe(0);
    expect(await storage().removeOlder('bulk', new Date('2100-01-01'))).toBe(1);
    expect(await storage().removeOlder('nothing', new Date('2100-01-01'))).toBe(0);
  });
});

test('a path does not leave the folder', async () => {
  await expect(storages.local?.write('../outside', pieces(Buffer.from('x')), idle())).rejects.toThrow(
    'leaves the folder',
  );
});
