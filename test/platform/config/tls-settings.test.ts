import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTls } from '../../../api/tls.js';
import { ConfigError, readConfig } from '../../../src/platform/config/config.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';

const service = makeCertificate({ name: 'localhost' });
const pair = { TLS_CERT: service.pem, TLS_KEY: service.key };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function inFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function listener(env: Record<string, string>) {
  const { tls } = readConfig(env);
  if (!tls) throw new Error('no TLS');
  return readTls(tls);
}

describe('TLS', () => {
  test('PEM, or files that hold it', () => {
    const files = { TLS_CERT: inFile('cert.pem', service.pem), TLS_KEY: inFile('key.pem', service.key) };
    expect(listener(files)).toEqual(listener(pair));
    const ca = inFile('ca.pem', `# ours\n${service.pem}`);
    expect(listener({ ...pair, TLS_CLIENT_CA: ca }).ca).toContain('BEGIN CERTIFICATE');
  });

  test('asks for certificates, needs none, speaks TLS 1.2 and later', () => {
    expect(listener(pair)).toMatchObject({ requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
  });

  test('the address it is reached at is https unless another is set', () => {
    expect(readConfig(pair).baseUrl).toBe('https://localhost:3000/v1');
    expect(readConfig(pair).siteBaseUrl).toBe('https://localhost:3000/api/v1');
    expect(readConfig({}).baseUrl).toBe('http://localhost:3000/v1');
    expect(readConfig({}).tls).toBeUndefined();
  });

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['a certificate without a key', () => ({ TLS_CERT: service.pem }), /^TLS_KEY: /],
    ['a key without a certificate', () => ({ TLS_KEY: service.key }), /^TLS_CERT: /],
    ['an authority alone', () => ({ TLS_CLIENT_CA: service.pem }), /^TLS_CLIENT_CA: /],
    ['a file that is not there', () => ({ ...pair, TLS_CERT: '/nowhere.pem' }), /^TLS_CERT: .*\/nowhere\.pem/],
    ['a folder', () => ({ ...pair, TLS_KEY: folder }), /^TLS_KEY: .* cannot be read/],
    [
      'a key for a certificate',
      () => ({ ...pair, TLS_CERT: service.key }),
      /^TLS_CERT: contains no readable PEM certificate/,
    ],
    [
      'a certificate for a key',
      () => ({ ...pair, TLS_KEY: service.pem }),
      /^TLS_KEY: contains no readable PEM private key/,
    ],
    ['another key', () => ({ ...pair, TLS_KEY: makeCertificate().key }), /^TLS_KEY: is not the key of/],
    [
      'an encrypted key',
      () => ({
        ...pair,
        TLS_KEY: service.issuer.key
          .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
          .toString(),
      }),
      /^TLS_KEY: is encrypted/,
    ],
    ['words for authorities', () => ({ ...pair, TLS_CLIENT_CA: inFile('no', 'none') }), /^TLS_CLIENT_CA: contains no/],
    [
      'a cut authority',
      () => ({ ...pair, TLS_CLIENT_CA: inFile('cut', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----') }),
      /^TLS_CLIENT_CA: contains no/,
    ],
  ])('refused, naming the setting: %s', (_what, env, message) => {
    let refusal: unknown;
    try {
      listener(env());
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as ConfigError).message).toMatch(message);
    expect((refusal as ConfigError).message).not.toContain('PRIVATE KEY-----');
  });
});

describe('TRUSTED_PROXIES', () => {
  test('addresses, networks and names', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '203.0.113.7, ::ffff:10.0.0.0/104,loopback,' });
    expect(trustedProxies).toEqual(['203.0.113.7/32', '10.0.0.0/8', '127.0.0.0/8', '::1/128']);
    expect(readConfig({}).trustedProxies).toEqual([]);
  });

  test.each(['proxy.internal', '10.0.0.1/8', '0.0.0.0/0', '10.0.0.0/33', 'constructor'])('refused: %s', (value) => {
    const read = () => readConfig({ TRUSTED_PROXIES: `127.0.0.1,${value}` });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`TRUSTED_PROXIES: ${value}`);
  });
});
