import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { onSendAsyncHookHandler } from 'fastify';

/** Below this many bytes, gzip saves no packet. */
const SMALL = 1_024;

const TEXT = /^text\/|json|svg/;
const ACCEPTED = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/**
 * Compresses texts for browsers that take gzip: the dashboard's pages and lists are seen first where no proxy compresses. Only for answers
 * that no other site can ask for with a member's cookie: their length would tell of their content.
 */
export const gzipTexts: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (payload.length < SMALL || !TEXT.test(String(reply.getHeader('content-type')))) return payload;
  reply.header('Vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (!ACCEPTED.test(request.headers['accept-encoding'] ?? '')) return payload;
  reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
  return promisify(gzip)(payload);
};
