import { sendOutbound } from '../../src/platform/outbound-http/send.js';

/** Sent to each address at the same time, as the service does. */
const AT_ONCE = 8;

/**
 * Sends posts of a body to addresses in a process of its own, with the sockets of the service and nothing else: told
 * `{count, urls, bytes}`, answers the milliseconds until all were answered.
 */
process.on('disconnect', () => process.exit(0));
process.on('message', async ({ count, urls, bytes }: { count: number; urls: string[]; bytes: number }) => {
  const body = Buffer.alloc(bytes, 'x');
  const from = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      let left = count / urls.length;
      const work = async () => {
        while (left-- > 0) {
          const headers = { 'content-type': 'application/json' };
          const outcome = await sendOutbound(
            { method: 'POST', url, mode: 'live', headers, body },
            { allowPrivate: true },
          );
          if (outcome.class !== 'ok') throw new Error(`the bare sender met ${outcome.class}: ${outcome.detail}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }),
  );
  process.send?.({ milliseconds: performance.now() - from });
});
process.send?.('ready');
