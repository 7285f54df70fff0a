import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCertificate, readClientCertHeader } from '../../../src/access/rules/client-certificate.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';

const NOW = new Date('2026-11-02T09:00:00.000Z');
const read = (text: string | Buffer) => readCertificate(Buffer.from(text), NOW);
const authority = makeCertificate({ name: 'authority', ca: true, usage: 0x06 });

describe('readCertificate', () => {
  test('a self-signed one, in PEM with words around it, or in DER', () => {
    const { pem, der, fingerprint } = makeCertificate({ name: 'partner', until: '2027-01-31T12:00:00Z' });
    const expected = { fingerprint, subject: 'CN=partner', notAfter: new Date('2027-01-31T12:00:00Z') };
    expect(read(pem)).toEqual(expected);
    expect(read(`Subject: partner\r\n${pem.replaceAll('\n', '\r\n')}\r\n`)).toEqual(expected);
    expect(read(der)).toEqual(expected);
  });

  test('a certificate of an authority, a future certificate, RSA of 2048 bits', () => {
    const certificates = [
      makeCertificate({ by: authority }),
      makeCertificate({ from: '2026-12-01T00:00:00Z' }),
      makeCertificate({ rsa: 2_048 }),
      // digitalSignature alone
      makeCertificate({ usage: 0x80 }),
    ];
    for (const { pem, fingerprint } of certificates) expect(read(pem).fingerprint).toBe(fingerprint);
  });

  test('a self-signed certificate that is marked as an authority, as from `openssl req -x509`', () => {
    const { pem, fingerprint } = makeCertificate({ ca: true });
    expect(read(pem).fingerprint).toBe(fingerprint);
  });

  test.each([
    ['an authority', authority.pem, 'belongs to an authority'],
    ['an authority below another', makeCertificate({ by: authority, ca: true }).pem, 'belongs to an authority'],
    ['one that is over', makeCertificate({ until: '2026-11-02T09:00:00Z' }).pem, 'expired on 2026-11-02T09:00:00.000Z'],
    ['a short RSA key', makeCertificate({ rsa: 1_024 }).pem, 'has 1024 bits'],
    ['two', makeCertificate().pem + makeCertificate().pem, 'contains 2'],
    ['a chain', makeCertificate({ by: authority }).pem + authority.pem, 'contains 2'],
    ['its private key too', makeCertificate().pem + makeCertificate().key, 'private key'],
    ['a private key alone', makeCertificate().key, 'private key'],
    ['nothing', '', 'none in PEM form'],
    ['words', 'hello', 'none in PEM form'],
    ['bytes', Buffer.alloc(100, 0xff), 'none in PEM form'],
    ['a cut one', makeCertificate().pem.slice(0, 300), 'none in PEM form'],
    ['an empty one', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n', 'none in PEM form'],
    ['a request', '-----BEGIN CERTIFICATE REQUEST-----\nMIH\n-----END CERTIFICATE REQUEST-----', 'none in PEM form'],
  ])('refused: %s', (_what, text, reason) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(reason) }),
    );
  });
});

test('what OpenSSL makes is read alike, where it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  try {
    const [key, pem] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const asked = ['-newkey', 'rsa:2048', '-nodes', '-days', '90', '-subj', '/O=Example/CN=partner.example'];
    try {
      execFileSync('openssl', ['req', '-x509', ...asked, '-keyout', key, '-out', pem], { stdio: 'ignore' });
    } catch {
      return;
    }
    const found = readCertificate(readFileSync(pem), new Date());
    expect(found.subject).toBe('O=Example, CN=partner.example');
    const printed = execFileSync('openssl', ['x509', '-in', pem, '-noout', '-fingerprint', '-sha256']).toString();
    expect(printed.replaceAll(':', '').toLowerCase()).toContain(found.fingerprint);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('readClientCertHeader', () => {
  const der = makeCertificate().der;

  test('a byte sequence between colons', () => {
    expect(readClientCertHeader(`:${der.toString('base64')}:`)).toEqual(der);
    expect(readClientCertHeader(` :${der.toString('base64')}: `)).toEqual(der);
    expect(readClientCertHeader(':AQ:')).toEqual(Buffer.from([1]));
  });

  test.each([
    '',
    '::',
    der.toString('base64'),
    `:${der.toString('base64')}`,
    `"${der.toString('base64')}"`,
    `:${der.toString('base64url')}_-:`,
    `:${der.toString('base64')}:, :${der.toString('base64')}:`,
    `:${encodeURIComponent(der.toString('base64'))}%:`,
    ':A Q:',
    ':AQ===:',
  ])('not read: %#', (header) => expect(readClientCertHeader(header)).toBeNull());
});
