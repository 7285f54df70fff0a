import { staticHeaderFaults } from '../../../../src/deliveries/endpoints/rules/static-header.js';

const faults = (name: string, value: string) => staticHeaderFaults({ name, value }).map(({ field }) => field);

test.each([
  ['X-Gateway-Token', 'abc'],
  ['Authorization', 'Basic YWRhOnNlc2FtZQ=='],
  ['Ocp-Apim-Subscription-Key', 'a'.repeat(1_000)],
  ['Cookie', 'session=1; path=/'],
])('%s is accepted', (name, value) => {
  expect(faults(name, value)).toEqual([]);
});

test.each([
  ['', 'abc', ['name']],
  ['X Token', 'abc', ['name']],
  ['X-Token:', 'abc', ['name']],
  ['X-Tokén', 'abc', ['name']],
  ['X'.repeat(101), 'abc', ['name']],
  ['Host', 'abc', ['name']],
  ['content-length', '1', ['name']],
  ['Transfer-Encoding', 'chunked', ['name']],
  ['service-signature', 'abc', ['name']],
  ['Webhook-Id', 'abc', ['name']],
  ['User-Agent', 'abc', ['name']],
  ['X-Token', '', ['value']],
  ['X-Token', ' abc', ['value']],
  ['X-Token', 'abc\r\nX-Other: 1', ['value']],
  ['X-Token', 'ключ', ['value']],
  ['X-Token', 'a'.repeat(1_001), ['value']],
  ['Host', '', ['name', 'value']],
])('%s: %s is refused', (name, value, fields) => {
  expect(faults(name, value)).toEqual(fields);
});
