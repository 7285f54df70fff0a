import type { FastifyReply } from 'fastify';

const EXPOSED = 'Service-Request-Id, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After';

/** Lets pages of `origin` read the response; `*`: pages of every website. */
export function setReadableBy(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', EXPOSED);
}
