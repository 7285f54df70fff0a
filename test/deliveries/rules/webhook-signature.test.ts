import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { randomText } from '../../../src/core/ids.js';
import { signatureHeader, standardHeaders, verifySignature } from '../../../src/deliveries/rules/webhook-signature.js';

const OLD = 'whsec_oldoldoldoldoldoldoldold';
const NEW = 'whsec_newnewnewnewnewnewnewnew';
const body = Buffer.from('{"id":"chg_1","type":"event.changed","data":{"event":{"name":"Café – 東京"}}}');
const timestamp = 1_793_600_000;
const stripe = new Stripe('sk_test_unused');

/** Our header in the library of another service with the same form. */
function acceptedElsewhere(header: string, secret: string, payload = body): boolean {
  try {
    stripe.webhooks.constructEvent(payload, header, secret, 300, undefined, timestamp * 1000);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** What our own verification makes of it. */
function accepted(header: string, secret: string, payload = body, now = timestamp): boolean {
  return verifySignature({ header, body: payload, secrets: [secret], now });
}

test('the header is t=…,v1=… with one v1 a secret', () => {
  expect(signatureHeader([NEW], { timestamp, body })).toMatch(/^t=1793600000,v1=[0-9a-f]{64}$/);
  expect(signatureHeader([NEW, OLD], { timestamp, body })).toMatch(/^t=1793600000,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
});

describe.each([
  ["stripe's library", acceptedElsewhere],
  ['our verification', accepted],
])('%s', (_who, accepts) => {
  const during = signatureHeader([NEW, OLD], { timestamp, body });

  test('accepts the old and the new secret while a rotation lasts', () => {
    expect(accepts(during, OLD)).toBe(true);
    expect(accepts(during, NEW)).toBe(true);
  });

  test('accepts only the new secret afterwards', () => {
    const after = signatureHeader([NEW], { timestamp, body });
    expect(accepts(after, OLD)).toBe(false);
    expect(accepts(after, NEW)).toBe(true);
  });

  test('refuses another secret and every changed byte', () => {
    expect(accepts(during, 'whsec_another')).toBe(false);
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(accepts(during, NEW, changed)).toBe(false);
    }
  });

  test('refuses a changed timestamp', () => {
    expect(accepts(during.replace(`t=${timestamp}`, `t=${timestamp + 1}`), NEW)).toBe(false);
  });
});

test('our verification refuses a time more than five minutes away, and unreadable headers', () => {
  const header = signatureHeader([NEW], { timestamp, body });
  expect(accepted(header, NEW, body, timestamp + 300)).toBe(true);
  expect(accepted(header, NEW, body, timestamp + 301)).toBe(false);
  expect(accepted(header, NEW, body, timestamp - 301)).toBe(false);
  for (const broken of ['', 't=', 'v1=', 't=x,v1=00', `t=${timestamp}`, `t=${timestamp},v1=`, `t=${timestamp},v1=zz`]) {
    expect(accepted(broken, NEW)).toBe(false);
  }
});

describe('the headers of Standard Webhooks', () => {
  const secrets = [randomText(40), randomText(40)].map((text) => `whsec_${text}`);
  const now = Math.floor(Date.now() / 1000);
  const headers = standardHeaders(secrets, { deliveryId: 'dlv_1', timestamp: now, body });

  test.each(secrets)('are accepted by its library with each secret', (secret) => {
    expect(new Webhook(secret).verify(body.toString(), headers)).toEqual(JSON.parse(body.toString()));
  });

  test('are refused by it with another secret, body or id', () => {
    const other = new Webhook(`whsec_${randomText(40)}`);
    expect(() => other.verify(body.toString(), headers)).toThrow('No matching signature');
    const [secret = ''] = secrets;
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(body.toString(), { ...headers, 'webhook-id': 'dlv_2' })).toThrow(
      'No matching signature',
    );
  });
});
