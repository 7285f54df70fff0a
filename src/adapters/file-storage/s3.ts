import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { FileMissingError, type FileStorage } from './port.js';

export interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files in a bucket of an S3-compatible store. The SDK is loaded when the first file is touched. */
export function createS3Storage({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Options): FileStorage {
  let opened: { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client } | undefined;
  const connect = () => {
    if (opened) return opened;
    const sdk: typeof import('@aws-sdk/client-s3') = require('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      endpoint,
      region,
      // Stores behind one address know buckets by path only.
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      // Other makers' stores do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    opened = { sdk, client };
    return opened;
  };

  return {
    async write(path, content, signal) {
      const { client } = connect();
      const { Upload }: typeof import('@aws-sdk/lib-storage') = require('@aws-sdk/lib-storage');
      const body = Readable.from(content, { objectMode: false });
      const upload = new Upload({ client, params: { Bucket: bucket, Key: path, Body: body }, queueSize: 2 });
      const abort = () => void upload.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        signal.throwIfAborted();
        await upload.done();
      } finally {
        signal.removeEventListener('abort', abort);
        body.destroy();
      }
    },

    async open(path, range) {
      const { sdk, client } = connect();
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({
            Bucket: bucket,
            Key: path,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
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
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: path }));
    },

    async removeOlder(folder, before) {
      const { sdk, client } = connect();
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${folder}/` });
      let removed = 0;
      for await (const { Contents = [] } of pages) {
        for (const { Key, LastModified } of Contents) {
          if (!Key || !LastModified || LastModified >= before) continue;
          await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
          removed += 1;
        }
      }
      return removed;
    },

    close() {
      opened?.client.destroy();
    },
  };
}
