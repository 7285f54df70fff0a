import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { deleteFile } from '../../src/bulk/clean-files.js';
import { getBulkFile } from '../../src/bulk/get-bulk-file.js';
import { BULK_CONTENT_TYPES, BULK_FILE, parseBulkFile } from '../../src/bulk/rules/bulk.js';
import type { ReadyFile } from '../../src/bulk/sql/bulk-files.js';
import { fileBusy } from '../../src/bulk/wait-for-file.js';
import { ProblemError } from '../../src/core/problems.js';
import { instant } from '../../src/core/wire/query.js';
import type { Context } from '../../src/platform/context/context.js';
import { type ByteRange, FileMissingError } from '../../src/platform/files/storage/port.js';
import { event } from '../documents/examples/event.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers, media } from '../http/answers.js';
import { parseRange, withinFile } from '../http/byte-range.js';
import { callContext } from '../http/call-context.js';
import { always, COUNT, sometimes, TEXT, TRUE } from '../http/route-document.js';
import { matchesTag } from '../plugins/etag.js';

/** Query of `GET /bulk/{file}` (contract). */
const bulkQuery = z.object({
  changed_since: instant
    .optional()
    .describe('Only events that changed after this instant, and those to take down; without it the full file.'),
});

const DESCRIPTION =
  'Every event that a saved subscription covers, gzipped: `<subscription id>.ndjson.gz` (one Event per line, as ' +
  '`GET /events` returns it) or `<subscription id>.csv.gz`. You can get a full file at most every 15 minutes per ' +
  'subscription. With `changed_since`, the file contains only what changed; in NDJSON, events to take down are lines ' +
  'with `object`=`withdrawn`, `id` and `withdrawn_at`. The file is one gzip member, so a part of it is not valid gzip. ' +
  'Use `Range` to resume a download. We build the file while you wait; if that takes too long, you get 503 `busy` with ' +
  '`Retry-After`.';

/** The headers of the file, sent or not. */
const FILE_HEADERS = {
  'Service-Bulk-Kind': always('Whether the file has all events or only changes.', {
    type: 'string',
    enum: ['full', 'changes'],
  }),
  'Service-Bulk-Content-Type': always('Media type of the uncompressed file.', TEXT),
  'Service-Bulk-Events': always('Number of events in the file.', COUNT),
  'Service-Bulk-Changed-Until': always('Send it as `changed_since` next time.', {
    type: 'string',
    format: 'date-time',
  }),
  'Service-Bulk-Withdrawn': sometimes('In a file of changes: number of events to take down.', COUNT),
  'Service-Bulk-Truncated': sometimes('The file has only the soonest 250,000 events.', TRUE),
  'Accept-Ranges': always('You can request a range.', { type: 'string', const: 'bytes' }),
};
const contentRange = (pattern: string) => ({
  'Content-Range': always('The range sent, and the size of the file.', { type: 'string', pattern }),
});
const HEADERS = {
  200: FILE_HEADERS,
  206: { ...FILE_HEADERS, ...contentRange('^bytes ') },
  304: FILE_HEADERS,
  416: contentRange('^bytes \\*/'),
};

const READS = [
  {
    name: 'Range',
    required: false,
    description: 'One range of bytes, to resume a download. Anything else is ignored.',
    schema: TEXT,
  },
  {
    name: 'If-Range',
    required: false,
    description: 'The `ETag` of the file you began to download. If the file has changed, you get all of the new one.',
    schema: TEXT,
  },
];

export const bulkRoutes: Route = (app, ctx) => {
  app.get(
    '/bulk/:file',
    {
      config: {
        access: ACCESS.bulk,
        document: {
          examples: { 'application/gzip': `${JSON.stringify(event)}\n` },
          problems: ['file_not_found', 'bulk_too_soon'],
          headers: HEADERS,
          reads: READS,
        },
      },
      schema: {
        tags: ['Bulk'],
        summary: 'Download a bulk file',
        description: DESCRIPTION,
        params: z.object({
          file: z
            .string()
            .meta({ pattern: BULK_FILE.source })
            .describe('`<subscription id>.ndjson.gz` or `<subscription id>.csv.gz`'),
        }),
        querystring: bulkQuery,
        response: answers(200, media('application/gzip'), 206, 304, 400, 401, 403, 404, 416, 429, 503),
      },
    },
    async (request, reply) => {
      const file = parseBulkFile(request.params.file);
      if (!file) throw new ProblemError('file_not_found');
      const { headers, method } = request;
      const head = method === 'HEAD';
      // A HEAD has no part (RFC 9110 section 14.2).
      const range = head ? null : parseRange(headers.range);
      const ifRange = headers['if-range'];
      const answer = await getBulkFile(ctx, request.caller, {
        ...file,
        since: request.query.changed_since ?? null,
        has: (tag) => headers['if-none-match'] !== undefined && matchesTag(headers['if-none-match'], tag),
        part: range && { of: typeof ifRange === 'string' ? ifRange : undefined },
        head,
        signal: whenGone(reply),
      });
      const { bytes, path } = answer.file;
      if (answer.known) {
        describe(reply, answer.file);
        return reply.code(304).send();
      }
      const span = range && answer.part ? withinFile(range, bytes) : null;
      // The framework drains the stream of a HEAD answer.
      const content = head ? Readable.from([]) : await openFile(callContext(ctx, request), path, span);
      await answer.release().catch((error: unknown) => {
        content.destroy();
        throw error;
      });
      describe(reply, answer.file);
      reply.header('Content-Type', 'application/gzip');
      reply.header('Content-Length', span ? span.end - span.start + 1 : bytes);
      if (span) reply.code(206).header('Content-Range', `bytes ${span.start}-${span.end}/${bytes}`);
      return reply.send(content);
    },
  );
};

function describe(reply: FastifyReply, file: ReadyFile): void {
  reply.headers({
    ETag: file.etag,
    'Accept-Ranges': 'bytes',
    'Service-Bulk-Kind': file.since === null ? 'full' : 'changes',
    'Service-Bulk-Content-Type': BULK_CONTENT_TYPES[file.format],
    'Service-Bulk-Events': String(file.events),
    'Service-Bulk-Changed-Until': file.changedUntil.toISOString(),
  });
  if (file.truncated) reply.header('Service-Bulk-Truncated', 'true');
  if (file.since !== null) reply.header('Service-Bulk-Withdrawn', String(file.withdrawn));
}

/** Aborted when the client disconnects. */
function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

async function openFile(ctx: Context, path: string, span: ByteRange | null): Promise<Readable> {
  try {
    return await ctx.files.open(path, span ?? undefined);
  } catch (error) {
    if (error instanceof FileMissingError) {
      await deleteFile(ctx, path);
      throw fileBusy('The file no longer exists; request it again.', 1);
    }
    ctx.log.error({ err: error, file: path }, 'cannot read a bulk file from storage');
    throw fileBusy('The file cannot be read at the moment; request it again.', 5);
  }
}
