import fc from 'fast-check';
import { HOUR } from '../../../src/core/time.js';
import { formToken, isFormToken, openSession, sealSession } from '../../../src/sandbox/rules/sandbox-session.js';

const secret = Buffer.alloc(32, 1);
const other = Buffer.alloc(32, 2);
const now = new Date('2027-01-10T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const token = sealSession(secret, 'key_1', now);

it('names its key for two hours', () => {
  expect(openSession(secret, token, now)).toBe('key_1');
  expect(openSession(secret, token, after(2 * HOUR - 1))).toBe('key_1');
  expect(openSession(secret, token, after(2 * HOUR))).toBeNull();
});

it('cannot be made without the secret', () => {
  expect(openSession(other, token, now)).toBeNull();
  const [, expires, signature] = token.split('.');
  expect(openSession(secret, `key_2.${expires}.${signature}`, now)).toBeNull();
  expect(openSession(secret, `key_1.${Number(expires) + 1}.${signature}`, now)).toBeNull();
  for (const text of ['', '.', '..', 'key_1', `key_1.${expires}.`]) expect(openSession(secret, text, now)).toBeNull();
});

it('does not survive a change of any character', () => {
  fc.assert(
    fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom('a', '0', '.', '_'), (at, character) => {
      fc.pre(token[at] !== character);
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      expect(openSession(secret, changed, now)).toBeNull();
    }),
  );
});

it('gives its forms a token that no other session has', () => {
  const second = sealSession(secret, 'key_2', now);
  expect(isFormToken(secret, token, formToken(secret, token))).toBe(true);
  expect(isFormToken(secret, second, formToken(secret, token))).toBe(false);
  expect(isFormToken(other, token, formToken(secret, token))).toBe(false);
  expect(isFormToken(secret, token, '')).toBe(false);
});
