import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends finished JSON bytes. A Buffer is written directly; a string of that length costs several times as much. */
export function sendJson(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json').send(bytes);
}

/** Sends a file that browsers save under its name. */
export function sendDownload(
  reply: FastifyReply,
  type: string,
  file: { name: string; content: Buffer | Readable },
): FastifyReply {
  const disposition = `attachment; filename="${file.name}"`;
  return reply.headers({ 'Content-Type': type, 'Content-Disposition': disposition }).send(file.content);
}

/** A function that returns the value as JSON bytes, built on its first call. */
export function jsonOnce(value: () => unknown): () => Buffer {
  let bytes: Buffer | undefined;
  return () => {
    bytes ??= Buffer.from(JSON.stringify(value()));
    return bytes;
  };
}

/** Sends a value as JSON. */
export function sendValue(reply: FastifyReply, value: unknown): FastifyReply {
  return sendJson(reply, Buffer.from(JSON.stringify(value)));
}
