import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyKind } from '../../src/core/viewer.js';
import type { App } from '../http/access.js';
import { setReadableBy } from '../http/page-readers.js';
import { isUnlistedPage } from './authenticate.js';
import { onAccess } from './route-hooks.js';

/** Sets which pages may read a keyed response, and that the response is private to a key. */
export function setReaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'private');
  reply.header('vary', 'Authorization, Origin');
  // Undefined on routes that need no key.
  const kind: KeyKind | undefined = request.caller?.kind;
  const { origin } = request.headers;
  if (kind === 'test' || kind === undefined) setReadableBy(reply, '*');
  if (kind !== 'website') return;
  if (!isUnlistedPage(request)) {
    if (origin !== undefined) setReadableBy(reply, origin);
  } else if (request.refusal !== null) {
    // The response is a problem without data, which explains the fault to the page's developer.
    setReadableBy(reply, '*');
  }
}

/** Contract: Authentication 7. A website key's domains, every page for test keys and the sandbox; all may read refusals. */
export function cors(app: App): void {
  onAccess(app, {
    keyed(hooks) {
      hooks.onRequest((request, reply, done) => {
        setReaders(request, reply);
        done();
      });
    },
    open(hooks, { anyOrigin }) {
      if (!anyOrigin) return;
      hooks.onRequest((_request, reply, done) => {
        setReadableBy(reply, '*');
        done();
      });
    },
  });
}
