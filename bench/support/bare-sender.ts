import { createContext } from '../../src/context/create-context.js';
import { systemClock } from '../../src/core/clock.js';
import { sendSigned } from '../../src/deliveries/send-signed.js';
import { readConfig } from '../../src/platform/config/config.js';
import { sealSecret } from '../../src/platform/secrets/secret-box.js';

/** Sent to each address at the same time, as the service does. */
const AT_ONCE = 8;
const ENDPOINT = 'whk_bare';

/**
 * Sends signed posts of a body to addresses in a process of its own, as the service sends an attempt and nothing else:
 * told `{count, urls, bytes}`, answers the milliseconds until all were answered. It has a context and asks no database.
 */
const ctx = createContext(readConfig(process.env), { name: 'bare sender', clock: systemClock });
const secret = sealSecret(ctx.encryptionKey, ENDPOINT, 'whsec_bare');

process.on('disconnect', () => process.exit(0));
process.on('message', async ({ count, urls, bytes }: { count: number; urls: string[]; bytes: number }) => {
  const content = Buffer.alloc(bytes, 'x');
  const from = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      let left = count / urls.length;
      const work = async () => {
        while (left-- > 0) {
          const outcome = await sendSigned(ctx, {
            deliveryId: `dlv_bare_${left}`,
            endpointId: ENDPOINT,
            kind: 'webhook',
            url,
            type: 'event.changed',
            mode: 'live',
            content,
            secret,
            previousSecret: null,
            previousSecretUntil: null,
          });
          if (outcome.class !== 'ok') throw new Error(`the bare sender met ${outcome.class}: ${outcome.detail}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }),
  );
  process.send?.({ milliseconds: performance.now() - from });
});
process.send?.('ready');
