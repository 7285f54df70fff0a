import { createContext } from '../../src/context/create-context.js';
import { systemClock } from '../../src/core/clock.js';
import { sendSigned } from '../../src/deliveries/send-signed.js';
import { readConfig } from '../../src/platform/config/config.js';
import { sealSecret } from '../../src/platform/secrets/secret-box.js';
import { answerParent, type Forked, startForked } from '../support/forked.js';

/** Sent to each address at the same time, as the service does. */
const AT_ONCE = 8;
const ENDPOINT = 'whk_bare';

interface Posts {
  count: number;
  urls: string[];
  /** The size of each body. */
  bytes: number;
}

/**
 * Sends signed posts in a process of its own, as the service sends an attempt and nothing else; answers the milliseconds
 * until all were answered. It has a context and asks no database.
 */
export function startBareSender(environment: Record<string, string>): Promise<Forked<Posts, number>> {
  return startForked(__filename, { env: { ...process.env, ...environment } });
}

function main(): void {
  const ctx = createContext(readConfig(process.env), { name: 'bare sender', clock: systemClock });
  const secret = sealSecret(ctx.encryptionKey, ENDPOINT, 'whsec_bare');
  const post = async (url: string, deliveryId: string, content: Buffer): Promise<void> => {
    const outcome = await sendSigned(ctx, {
      deliveryId,
      endpointId: ENDPOINT,
      kind: 'webhook',
      url,
      type: 'event.changed',
      mode: 'live',
      content,
      secret,
      previousSecret: null,
      previousSecretUntil: null,
      headerName: null,
      headerValue: null,
    });
    if (outcome.class !== 'ok') throw new Error(`the bare sender met ${outcome.class}: ${outcome.detail}`);
  };
  answerParent(async ({ count, urls, bytes }: Posts) => {
    const content = Buffer.alloc(bytes, 'x');
    const from = performance.now();
    const sendTo = (url: string) => {
      let left = count / urls.length;
      const work = async () => {
        while (left-- > 0) await post(url, `dlv_bare_${left}`, content);
      };
      return Promise.all(Array.from({ length: AT_ONCE }, work));
    };
    await Promise.all(urls.map(sendTo));
    return performance.now() - from;
  });
}

if (require.main === module) main();
