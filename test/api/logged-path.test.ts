import { loggedPath } from '../../api/plugins/logged-path.js';

const key = `tt_sk_live_${'a'.repeat(40)}`;
const token = 'aB3'.repeat(11).slice(1);
const percent = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

test.each([
  ['/v1/events/evt_1?key=abc', '/v1/events/evt_1'],
  [`/v1/events/${key}`, '/v1/events/[key]'],
  [`/v1/events/x${key}/y`, '/v1/events/x[key]/y'],
  [`/v1/events/${percent(key)}`, '/v1/events/[key]'],
  [`/v1/events/${percent(percent(key))}`, '/v1/events/[key]'],
  [`/v1/orders/ada${percent('@')}example.org`, '[email]'],
  ['/checkout/abcdefghijkl/pay', '/checkout/[token]/pay'],
  [`/check${percent('out')}/abcdefghijkl`, '/checkout/[token]'],
  [`/Tickets/${token}`, '/Tickets/[token]'],
  [`//tickets//${token}`, '//tickets//[token]'],
  [`/tickets;/${token}`, '/tickets;/[token]'],
  [`/checkout/abc/${token}.`, '/checkout/[token]/[token].'],
  ['/v1/events/evt_0123456789abcdefghij', '/v1/events/evt_0123456789abcdefghij'],
  ['/v1/%ZZ', '/v1/%ZZ'],
  [`/${'x-'.repeat(250)}`, `/${'x-'.repeat(99)}x`],
  [`/${'x-'.repeat(495)}${key}`, `/${'x-'.repeat(99)}x`],
])('%s is logged as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});
