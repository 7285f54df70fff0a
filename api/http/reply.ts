import type { FastifyReply } from 'fastify';

/** Sends finished JSON bytes. A Buffer is written directly; a string of that length costs several times as much. */
export function sendJson(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json').send(bytes);
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
