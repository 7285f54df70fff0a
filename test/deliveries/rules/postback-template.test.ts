import fc from 'fast-check';
import { EARNING_STATUSES } from '../../../src/core/earning-status.js';
import {
  fillPostback,
  POSTBACK_PLACEHOLDERS,
  type PostbackValues,
  plainPostbackUrl,
  postbackStatus,
  postbackTemplateFault,
} from '../../../src/deliveries/rules/postback-template.js';

const values: PostbackValues = {
  sub_id: 'click~1.a',
  sale_id: 'sale_1',
  event_id: null,
  status: 'pending',
  commission: -2.5,
  transaction_value: 40,
  currency: 'EUR',
  created_at: '2026-11-02T09:00:00.000Z',
  delivery_id: 'dlv_1',
  order_id: 'ord_1',
};

test('every known placeholder may appear in the path and in the query', () => {
  const all = POSTBACK_PLACEHOLDERS.map((name) => `{${name}}`).join('/');
  expect(postbackTemplateFault(`https://tracker.example/${all}?q=${all}`)).toBeNull();
  expect(postbackTemplateFault('https://tracker.example?cid={sub_id}')).toBeNull();
  expect(postbackTemplateFault('https://tracker.example/no-placeholder')).toBeNull();
});

test.each([
  ['https://{sub_id}.tracker.example/', /only after the host/],
  ['https://tracker.example{sub_id}/', /only after the host/],
  ['https://tracker.example:{sub_id}/', /only after the host/],
  ['https://{currency}@tracker.example/', /only after the host/],
  ['{status}://tracker.example/', /only after the host/],
  ['https:///{sub_id}/x', /only after the host/],
  ['https:{sub_id}', /only after the host/],
  ['{sub_id}', /only after the host/],
  ['tracker.example', /must begin with a scheme and a host/],
  ['https://tracker.example/{buyer_email}', /\{buyer_email\} is not a placeholder; known are \{sub_id\}/],
  ['https://tracker.example/{SUB_ID}', /\{SUB_ID\} is not a placeholder/],
  ['https://tracker.example/{}', /\{\} is not a placeholder/],
  [`https://tracker.example/${'{sub_id}'.repeat(300)}`, /longer than 2048/],
  ['https://tracker.example/{sub_id', /brace without its partner/],
  ['https://tracker.example/sub_id}', /brace without its partner/],
  ['https://tracker.example/{{sub_id}}', /brace without its partner/],
])('%s is refused with its reason', (template, reason) => {
  expect(postbackTemplateFault(template)).toMatch(reason);
});

test('values are URL-encoded and null is empty', () => {
  const template = 'https://tracker.example/p?c={sub_id}&e={event_id}&m={commission}&t={created_at}&s={status}';
  expect(fillPostback(template, values)).toBe(
    'https://tracker.example/p?c=click~1.a&e=&m=-2.5&t=2026-11-02T09%3A00%3A00.000Z&s=pending',
  );
});

test('whatever a value holds, it stays inside its parameter and never moves the host', () => {
  const template = 'https://tracker.example/p?c={sub_id}&end=1';
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const url = new URL(fillPostback(template, { ...values, sub_id: text }));
      expect(url.host).toBe('tracker.example');
      expect([...url.searchParams.keys()]).toEqual(['c', 'end']);
      expect(url.searchParams.get('c')).toBe(text);
    }),
  );
});

test('an emptied template is the address that the delivery rules are applied to', () => {
  expect(plainPostbackUrl('https://tracker.example/{sub_id}?s={status}')).toBe('https://tracker.example/?s=');
});

test('a postback is called for a sale, an approval, a payout and a refund, not for ready', () => {
  expect(EARNING_STATUSES.map(postbackStatus)).toEqual(['pending', 'approved', null, 'paid', 'reversed']);
});
