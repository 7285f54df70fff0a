import { type CallSource, checkGuards, type PresentedCertificate } from '../../../src/access/rules/key-guards.js';

const now = new Date('2027-01-10T12:00:00Z');
const ours = { fingerprint: 'a'.repeat(64), notAfter: new Date(now.getTime() + 1) };
const presented: PresentedCertificate = { fingerprint: ours.fingerprint, vouched: true };

function call(certificate: PresentedCertificate | null, address = '192.0.2.7') {
  const asked: string[] = [];
  const source: CallSource = {
    address: () => {
      asked.push('address');
      return address;
    },
    certificate: () => {
      asked.push('certificate');
      return certificate;
    },
  };
  return { source, asked };
}

const fromOffice = (address: string | undefined) => address === '192.0.2.7';
const judge = (certificates: (typeof ours)[], allows: typeof fromOffice | null, source: CallSource) =>
  checkGuards({ certificates, allows, sharesAddress: true }, source, now)?.code ?? null;

it.each([
  ['no certificate', null, 'certificate_required'],
  ['the pinned one', presented, null],
  ['another one', { fingerprint: 'b'.repeat(64), vouched: true }, 'certificate_mismatch'],
  ['one that cannot be read', { fingerprint: null, vouched: true }, 'certificate_mismatch'],
  ['the pinned one of another authority', { ...presented, vouched: false }, 'certificate_mismatch'],
] as const)('a pinned key called with %s', (_what, certificate, expected) => {
  expect(judge([ours], null, call(certificate).source)).toBe(expected);
  const rotating = [{ fingerprint: 'c'.repeat(64), notAfter: ours.notAfter }, ours];
  expect(judge(rotating, null, call(certificate).source)).toBe(expected);
});

it('refuses a pinned certificate from its last moment on', () => {
  expect(judge([{ ...ours, notAfter: now }], null, call(presented).source)).toBe('certificate_mismatch');
});

it.each([
  ['192.0.2.7', null],
  ['198.51.100.1', 'ip_not_allowed'],
])('a key with a list called from %s', (address, expected) => {
  expect(judge([], fromOffice, call(null, address).source)).toBe(expected);
});

it('a caller without a certificate sees nothing of the list', () => {
  const { source, asked } = call(null, '198.51.100.1');
  expect(judge([ours], fromOffice, source)).toBe('certificate_required');
  expect(asked).toEqual(['certificate']);
});

it('asks for nothing that no guard needs', () => {
  const { source, asked } = call(null);
  expect(judge([], null, source)).toBeNull();
  expect(asked).toEqual([]);
});

it('names the address only where it is not a visitor’s', () => {
  const refusal = (sharesAddress: boolean) =>
    checkGuards({ certificates: [], allows: () => false, sharesAddress }, call(null, '203.0.113.9').source, now);
  expect(refusal(true)?.message).toContain('203.0.113.9');
  expect(refusal(false)?.message).not.toContain('203.0.113.9');
});
