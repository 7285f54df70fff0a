import { parseArgs } from 'node:util';
import { startStripeStandIn } from './stand-in.js';

/** Runs the stand-in until it is stopped; see docs/payments.md. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4242' },
      file: { type: 'string' },
      webhooks: { type: 'string' },
      secret: { type: 'string', default: 'whsec_standin' },
    },
  });
  const { webhooks, secret } = values;
  const endpoints = webhooks ? [true, false].map((connect) => ({ url: webhooks, secret, connect })) : [];
  const standIn = await startStripeStandIn({ port: Number(values.port), file: values.file, endpoints });
  console.log(`Stripe's stand-in: ${standIn.origin}`);
  process.once('SIGINT', () => void standIn.close());
}

void main();
