import fc from 'fast-check';
import { isReturnUrl, returnUrlFault, wayBack } from '../../../src/orders/rules/return-url.js';

const DOMAINS = ['shop.example', '*.tickets.example', 'localhost:8443', 'xn--caf-dma.example'];

test.each([
  'https://shop.example',
  'https://shop.example/',
  'https://SHOP.example/orders/7?cart=a%20b&x=1#done',
  'https://shop.example:8443/app',
  'https://www.tickets.example/app',
  'https://localhost:8443/done',
  'https://xn--caf-dma.example/',
  'https://shop.example/?order=1&last_status=paid&a=status%3Dpaid#status=paid',
])('%s is a way back', (text) => {
  expect(isReturnUrl(text, DOMAINS)).toBe(true);
});

test.each([
  'http://shop.example/',
  '//shop.example/',
  '/orders',
  'javascript:alert(1)//shop.example',
  'data:text/html,https://shop.example',
  'https:shop.example',
  'https:/shop.example',
  'https:///shop.example',
  'https:\\\\shop.example',
  'https://evil.example',
  'https://shop.example.evil.example/',
  'https://evil-shop.example/',
  'https://evilshop.example/',
  'https://tickets.example/',
  'https://eviltickets.example/',
  'https://shop.example./',
  'https://shop.example@evil.example/',
  'https://shop.example:pass@evil.example/',
  'https://evil.example\\@shop.example/',
  'https://evil.example\\.shop.example/',
  'https://evil.example/shop.example',
  'https://evil.example?https://shop.example/',
  'https://evil.example#@shop.example/',
  'https://evil.example%2f.shop.example/',
  'https://evil.example%00.shop.example/',
  'https://evil.example\t.shop.example/',
  'https://shop.example/\r\nLocation: https://evil.example',
  'https://shop.example/\u0000',
  ' https://shop.example/',
  'https://shop.example/ ',
  'https://shop。example/',
  'https://ｓhop.example/',
  'https://café.example/',
  'https://localhost:9443/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://shop.example:99999/',
  'https://shop.example/?order_id=ord_other',
  'https://shop.example/?a=1&status=paid',
  'https://shop.example/?%73tatus=paid',
  'https://shop.example/?STATUS=paid',
  'https://shop.example/?Order_Id=ord_other',
  'https://shop.example/?status[]=paid',
  'https://shop.example/?status%5B0%5D=paid',
  'https://shop.example/?order.id=ord_other',
  'https://shop.example/?order%20id=ord_other',
  'https://shop.example/?+status=paid',
  'https://shop.example/?a=1;status=paid',
  `https://shop.example/?key=tt_sk_live_${'A'.repeat(40)}`,
  `https://shop.example/${'a'.repeat(1000)}`,
  '',
])('%j is no way back', (text) => {
  expect(isReturnUrl(text, DOMAINS)).toBe(false);
});

test('without listed domains there is no way back', () => {
  expect(isReturnUrl('https://shop.example/', [])).toBe(false);
});

test('the order and its status are appended, and nothing else', () => {
  const order = { id: 'ord_1', status: 'paid' as const };
  expect(wayBack('https://shop.example', order)).toBe('https://shop.example/?order_id=ord_1&status=paid');
  expect(wayBack('https://shop.example/a?b=c%20d#/e', order)).toBe(
    'https://shop.example/a?b=c%20d&order_id=ord_1&status=paid#/e',
  );
});

test('a way back stays on its host, whatever follows the host', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (rest) => {
      const text = `https://shop.example${rest}`;
      if (!isReturnUrl(text, ['shop.example'])) return;
      const url = new URL(wayBack(text, { id: 'ord_1', status: 'test' }));
      expect([url.protocol, url.hostname, url.username]).toEqual(['https:', 'shop.example', '']);
      expect(url.searchParams.getAll('order_id')).toEqual(['ord_1']);
      expect(url.searchParams.getAll('status')).toEqual(['test']);
    }),
  );
});

test('a refusal names the parameter or the scheme', () => {
  expect(returnUrlFault('https://shop.example/?status=1')).toContain('`status`');
  expect(returnUrlFault('http://shop.example/')).toContain('https');
});
