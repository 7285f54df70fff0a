import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../src/platform/process/free-port.js';
import type { Call } from '../../../tools/stripe-stand-in/api.js';
import { waitFor } from '../wait-for.js';

/** Stripe's own stand-in without a memory: it checks requests against Stripe's description of the API. */
export interface StripeMock {
  origin: string;
  /** The calls that stripe-mock refused. */
  refused: string[];
  /** Shows it a call that another server answers. */
  show(call: Call): Promise<void>;
  close(): Promise<void>;
}

/** @param program its path; test/README.md says where it comes from. */
export async function startStripeMock(program: string): Promise<StripeMock> {
  const port = await freePort();
  const child = spawn(program, ['-http-port', String(port)], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(() =>
    fetch(origin).then(
      ({ status }) => status > 0,
      () => false,
    ),
  );
  const refused: string[] = [];
  return {
    origin,
    refused,
    async show({ method, path, query, body, account, idempotencyKey }) {
      const answer = await fetch(`${origin}${path}${query && `?${query}`}`, {
        method,
        headers: {
          authorization: 'Bearer sk_test_1',
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(account && { 'stripe-account': account }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(method === 'POST' && { body }),
      });
      const text = await answer.text();
      if (!answer.ok) refused.push(`${method} ${path} ${query} ${body}: ${answer.status} ${text}`);
    },
    async close() {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}

/**
 * A processor whose every request stripe-mock checks. That remembers nothing, so the stand-in answers.
 *
 * @param open makes it with the stand-in, and shows its calls.
 */
export async function judgedByStripeMock<P extends { close(): Promise<void> }>(
  program: string,
  open: (show: StripeMock['show']) => Promise<P>,
): Promise<P> {
  const mock = await startStripeMock(program);
  const processor = await open(mock.show);
  return {
    ...processor,
    async close() {
      await Promise.all([processor.close(), mock.close()]);
      expect(mock.refused).toEqual([]);
    },
  };
}
