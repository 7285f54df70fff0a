import { CODE_ALPHABET, formatTicketCode, readTicketCode } from '../../../src/tickets/rules/ticket-code.js';
import { newTicketCode } from '../../../src/tickets/secrets.js';

const CODE = '7ZK4M0QXWE9V2TDH8R3C';

test('a code as people read it is the code', () => {
  expect(formatTicketCode(CODE)).toBe('7ZK4M-0QXWE-9V2TD-H8R3C');
  expect(readTicketCode(formatTicketCode(CODE))).toBe(CODE);
});

test.each([
  ['7zk4m 0qxwe 9v2td h8r3c', CODE],
  [' 7ZK4M-oQXWE-9V2TD-H8R3C\n', CODE],
  ['IL000-00000-00000-00000', '11000000000000000000'],
])('typed as %j it is found', (typed, code) => {
  expect(readTicketCode(typed)).toBe(code);
});

test.each(['', 'https://example.org', CODE.slice(1), `${CODE}0`, '7ZK4M0QXWE9V2TDH8R3U'])('%j is none', (text) => {
  expect(readTicketCode(text)).toBeNull();
});

test('new codes are well formed, and each character occurs', () => {
  const codes = Array.from({ length: 200 }, newTicketCode);
  expect(codes.map(readTicketCode)).toEqual(codes);
  expect([...new Set(codes.join(''))].sort().join('')).toBe(CODE_ALPHABET);
});
