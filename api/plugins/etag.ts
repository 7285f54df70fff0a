import { Readable } from 'node:stream';
import { xxh64 } from '@node-rs/xxhash';
import type { App } from '../http/access.js';
import { onAccess, type RouteHooks } from './route-hooks.js';

/** A strong validator of exactly these bytes. xxh64 is several times faster on Node than the other hashes. */
export function entityTag(bytes: Buffer | string): string {
  const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  return `"${length.toString(36)}-${xxh64(bytes).toString(36)}"`;
}

/** An element of the list, which may be empty, with the comma or the end behind it (RFC 9110 section 5.6.1.2). */
const ELEMENT = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/** What proxies that compress append to a tag, within its quotes: Apache `-gzip`, Jetty `--gzip`, others `;gzip` or `:br`. */
const COMPRESSED = /[-;:+/]{1,2}(?:gzip|br|zstd|deflate|compress)"$/i;

/** RFC 9110 13.1.2: tags compared weakly, also with a proxy's compression suffix, or `*`; a malformed list matches nothing. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  let found = false;
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < ifNoneMatch.length) {
    const element = ELEMENT.exec(ifNoneMatch);
    if (element === null) return false;
    found ||= element[1] === tag || element[1]?.replace(COMPRESSED, '"') === tag;
  }
  return found;
}

/** Names the bytes of every 200 to a GET or HEAD, and answers 304 to a caller who has them already. */
export function etag(app: App): void {
  const attach = (hooks: RouteHooks): void =>
    hooks.onSend((request, reply, payload, done) => {
      const { method } = request;
      if (reply.statusCode !== 200 || (method !== 'GET' && method !== 'HEAD')) return done(null, payload);
      let tag = reply.getHeader('etag');
      if (tag === undefined) {
        if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
        tag = entityTag(payload);
        reply.header('etag', tag);
      }
      const known = request.headers['if-none-match'];
      if (known === undefined || typeof tag !== 'string' || !matchesTag(known, tag)) return done(null, payload);
      if (payload instanceof Readable) payload.destroy();
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      // The framework's own HEAD step measures the payload; it is never sent.
      done(null, method === 'HEAD' ? payload : null);
    });
  onAccess(app, { keyed: attach, open: attach });
}
