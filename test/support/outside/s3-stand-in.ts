import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Store } from './s3-server.js';

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;

/** As much of an S3-compatible store as one bucket needs: objects, ranges, multipart uploads, lists. */
export async function startStandIn(): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  let uploaded = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const { searchParams: query } = url;
    const key = decodeURIComponent(url.pathname.replace(/^\/files\/?/, ''));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const upload = uploads.get(query.get('uploadId') ?? '');
    const found = objects.get(key);
    const isAsked = (name: string) => name.startsWith(query.get('prefix') ?? '');
    if (request.method === 'POST' && query.has('uploads')) {
      uploaded += 1;
      uploads.set(`up${uploaded}`, { key, parts: new Map() });
      response.end(
        xml(`<InitiateMultipartUploadResult><UploadId>up${uploaded}</UploadId></InitiateMultipartUploadResult>`),
      );
    } else if (request.method === 'PUT' && upload) {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.setHeader('ETag', `"${query.get('partNumber')}"`).end();
    } else if (request.method === 'POST' && upload) {
      const parts = [...upload.parts].sort(([a], [b]) => a - b);
      objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
      uploads.delete(query.get('uploadId') ?? '');
      response.end(xml('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>'));
    } else if (request.method === 'DELETE') {
      if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '');
      else objects.delete(key);
      response.writeHead(204).end();
    } else if (request.method === 'PUT') {
      objects.set(key, body);
      response.setHeader('ETag', '"e"').end();
    } else if (query.has('uploads')) {
      const list = [...uploads]
        .filter(([, one]) => isAsked(one.key))
        .map(
          ([id, one]) =>
            `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId><Initiated>2026-11-01T00:00:00.000Z</Initiated></Upload>`,
        );
      response.end(
        xml(
          `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${list.join('')}</ListMultipartUploadsResult>`,
        ),
      );
    } else if (query.has('list-type')) {
      const list = [...objects.keys()]
        .filter(isAsked)
        .map((name) => `<Contents><Key>${name}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents>`);
      response.end(xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${list.join('')}</ListBucketResult>`));
    } else if (!found) {
      response.writeHead(404).end(xml('<Error><Code>NoSuchKey</Code></Error>'));
    } else {
      const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(start ? 206 : 200).end(start ? found.subarray(Number(start), Number(end) + 1) : found);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
