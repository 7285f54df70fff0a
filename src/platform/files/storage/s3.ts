import { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../config/config.js';
import { FileMissingError, type FileStorage } from './port.js';

export interface S3Options extends S3Config {
  /** How long the store may take to respond; for the first byte of a file a sixth of it, because a caller waits. */
  maxWaitMs?: number;
}

/** Far longer than a part takes to send; three tries of it, several times over, end before the making of a file is given up. */
const MAX_WAIT_MS = 30_000;

/** Files in a bucket of an S3-compatible store. The SDK is loaded when the first file is touched. */
export function createS3Storage({ maxWaitMs = MAX_WAIT_MS, bucket: Bucket, ...store }: S3Options): FileStorage {
  let opened: { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client } | undefined;
  const connect = () => {
    if (opened) return opened;
    const sdk: typeof import('@aws-sdk/client-s3') = require('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      endpoint: store.endpoint,
      region: store.region,
      // Stores behind one address know buckets by path only.
      forcePathStyle: true,
      credentials: store,
      // Other makers' stores do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        requestTimeout: maxWaitMs,
        throwOnRequestTimeout: true,
        // Each download holds one for as long as its caller reads.
        httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
        httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
      },
    });
    opened = { sdk, client };
    return opened;
  };

  /** Parts of an upload that was never completed are in no list of objects, and are kept and paid for until it is aborted. */
  const abortOlder = async (folder: string, before: Date): Promise<number> => {
    const { sdk, client } = connect();
    let aborted = 0;
    let marker: Partial<ListMultipartUploadsCommandOutput> = {};
    do {
      marker = await client.send(
        new sdk.ListMultipartUploadsCommand({
          Bucket,
          Prefix: `${folder}/`,
          KeyMarker: marker.NextKeyMarker,
          UploadIdMarker: marker.NextUploadIdMarker,
        }),
      );
      for (const { Key, UploadId, Initiated } of marker.Uploads ?? []) {
        if (!Key || !UploadId || !Initiated || Initiated >= before) continue;
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        aborted += 1;
      }
    } while (marker.IsTruncated);
    return aborted;
  };

  return {
    async write(path, content, signal) {
      const { client } = connect();
      const { Upload }: typeof import('@aws-sdk/lib-storage') = require('@aws-sdk/lib-storage');
      const body = Readable.from(untilStopped(content, signal), { objectMode: false });
      const upload = new Upload({ client, params: { Bucket, Key: path, Body: body }, queueSize: 2 });
      try {
        // A source that breaks makes the SDK take its parts back before it gives up; its own `abort` would not wait for that.
        await upload.done();
      } finally {
        body.destroy();
      }
      if (!signal.aborted) return;
      await this.remove(path);
      throw signal.reason;
    },

    async open(path, range) {
      const { sdk, client } = connect();
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({
            Bucket,
            Key: path,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
          { requestTimeout: maxWaitMs / 6 },
        );
        if (Body instanceof Readable) return Body;
        throw new Error('the store answered without a body');
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) throw new FileMissingError(path);
        throw error;
      }
    },

    async remove(path) {
      const { sdk, client } = connect();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: path }));
    },

    async removeOlder(folder, before) {
      const { sdk, client } = connect();
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` });
      let removed = 0;
      for await (const { Contents = [] } of pages) {
        for (const { Key, LastModified } of Contents) {
          if (!Key || !LastModified || LastModified >= before) continue;
          await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
          removed += 1;
        }
      }
      return removed + (await abortOlder(folder, before));
    },

    close() {
      opened?.client.destroy();
    },
  };
}

async function* untilStopped(content: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  signal.throwIfAborted();
  for await (const piece of content) {
    yield piece;
    signal.throwIfAborted();
  }
}
