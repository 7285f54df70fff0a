import { readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createLocalStorage } from '../../../src/platform/files/storage/local.js';
import { FileMissingError, type FileStorage } from '../../../src/platform/files/storage/port.js';
import { createS3Storage } from '../../../src/platform/files/storage/s3.js';
import { temporaryFolder } from '../../support/environment.js';
import { hasS3Server, S3_ACCESS, type S3Store, startS3Server } from '../../support/outside/s3-server.js';
import { startStandIn } from '../../support/outside/s3-stand-in.js';

interface Place {
  storage: FileStorage;
  /** What lies in it, halves too. */
  contents(): Promise<string[]>;
  /** Leaves half a file behind, as a crash does. */
  leaveHalf(path: string): Promise<void>;
  close(): Promise<void>;
}

const PATH = 'bulk/bfs_abcdef/1.ndjson.gz';
const BIG = Buffer.alloc(12 * 1024 * 1024, 'partner events ');
const FUTURE = new Date('2100-01-01');

async function openLocal(): Promise<Place> {
  const folder = temporaryFolder().path;
  const storage = createLocalStorage(folder);
  return {
    storage,
    contents: async () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((file) => (file.isFile() ? file.name : [])),
    leaveHalf: (path) => storage.write(`${path}.half.part`, pieces(Buffer.from('half')), idle()),
    async close() {
      storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openS3(start: () => Promise<S3Store>): Promise<Place> {
  const store = await start();
  const { bucket: Bucket, region, ...credentials } = S3_ACCESS;
  const client = new S3Client({ endpoint: store.endpoint, region, credentials, forcePathStyle: true });
  const storage = createS3Storage({ ...S3_ACCESS, endpoint: store.endpoint });
  return {
    storage,
    async contents() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return [...Contents, ...Uploads].map((file) => file.Key ?? '');
    },
    async leaveHalf(Key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: BIG }));
    },
    async close() {
      storage.close();
      client.destroy();
      await store.stop();
    },
  };
}

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function* pieces(content: Buffer, broken = false): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1024 * 1024) yield content.subarray(at, at + 1024 * 1024);
  if (broken) throw new Error('the source broke');
}

const idle = () => new AbortController().signal;

const PLACES: (readonly [string, () => Promise<Place>])[] = [
  ['a local folder', openLocal],
  ['S3, a stand-in', () => openS3(startStandIn)],
  ...(hasS3Server() ? ([['S3, a real server', () => openS3(startS3Server)]] as const) : []),
];

describe.each(PLACES)('%s', (_name, open) => {
  let place: Place;
  let storage: FileStorage;

  beforeAll(async () => {
    place = await open();
    storage = place.storage;
  });
  afterAll(() => place?.close());

  test.each([
    ['small', Buffer.from('few bytes')],
    ['large', BIG],
  ])('a %s file comes back, whole and in parts, and goes', async (_size, content) => {
    await storage.write(PATH, pieces(content), idle());
    expect((await read(await storage.open(PATH))).equals(content)).toBe(true);
    expect(await read(await storage.open(PATH, { start: 2, end: 5 }))).toEqual(content.subarray(2, 6));
    const end = { start: content.length - 3, end: content.length - 1 };
    expect(await read(await storage.open(PATH, end))).toEqual(content.subarray(-3));
    await storage.remove(PATH);
    await storage.remove(PATH);
    await expect(storage.open(PATH)).rejects.toThrow(FileMissingError);
  });

  test('a source that breaks, and a stop before and amid the writing, leave no file and no half', async () => {
    await expect(storage.write(PATH, pieces(BIG, true), idle())).rejects.toThrow('the source broke');
    await expect(storage.write(PATH, pieces(BIG), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    const stop = new AbortController();
    const stopped = async function* () {
      yield* pieces(BIG);
      stop.abort(new Error('stopped'));
      yield* pieces(BIG);
    };
    await expect(storage.write(PATH, stopped(), stop.signal)).rejects.toThrow('stopped');
    await expect(storage.open(PATH)).rejects.toThrow(FileMissingError);
    expect(await place.contents()).toEqual([]);
  });

  test('older files go, also incomplete ones; younger files stay', async () => {
    await storage.write(PATH, pieces(Buffer.from('x')), idle());
    await place.leaveHalf('bulk/bfs_abcdef/2.ndjson.gz');
    expect(await storage.removeOlder('bulk', new Date('2026-01-01'))).toBe(0);
    expect(await place.contents()).toHaveLength(2);
    expect(await storage.removeOlder('nothing', FUTURE)).toBe(0);
    expect(await storage.removeOlder('bulk', FUTURE)).toBe(2);
    expect(await place.contents()).toEqual([]);
  });
});

test('a path does not leave the folder', async () => {
  const { storage, close } = await openLocal();
  await expect(storage.write('../outside', pieces(Buffer.from('x')), idle())).rejects.toThrow('leaves the folder');
  await close();
});

describe('S3 in trouble', () => {
  let server: Server;
  let storage: FileStorage;

  /** A storage on a store that does only this. */
  async function openTrouble(answer: RequestListener, maxWaitMs?: number): Promise<void> {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    storage = createS3Storage({ ...S3_ACCESS, endpoint, maxWaitMs });
  }

  afterEach(() => {
    storage.close();
    server.close();
    server.closeAllConnections();
  });

  test('a storage that accepts requests and never answers is given up', async () => {
    await openTrouble(() => {}, 300);
    const silent = { name: 'TimeoutError' };
    await expect(storage.open(PATH)).rejects.toMatchObject(silent);
    await expect(storage.write(PATH, pieces(Buffer.from('x')), idle())).rejects.toMatchObject(silent);
    await expect(storage.write(PATH, pieces(BIG), idle())).rejects.toMatchObject(silent);
    await expect(storage.remove(PATH)).rejects.toMatchObject(silent);
  });

  test('callers who read slowly do not keep others from their files', async () => {
    await openTrouble((_request, response) => response.end(BIG));
    const unread = await Promise.all(Array.from({ length: 60 }, () => storage.open(PATH)));
    expect((await read(await storage.open(PATH))).equals(BIG)).toBe(true);
    for (const file of unread) file.destroy();
  });
});
