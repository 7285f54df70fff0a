import { constants, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer } from 'node:https';
import { type TlsOptions, Server as TlsServer } from 'node:tls';
import { ConfigError, type TlsConfig } from '../src/platform/config/config.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The text of a setting that is PEM itself, or names a file that is. */
function readPem(name: string, value: string): string {
  if (value.includes('-----BEGIN ')) return value;
  try {
    return readFileSync(value, 'utf8');
  } catch {
    throw new ConfigError(`${name}: the file ${value} cannot be read`);
  }
}

function readCertificates(name: string, value: string): { pem: string; first: X509Certificate } {
  const pem = readPem(name, value);
  try {
    const [first] = (pem.match(CERTIFICATE) ?? []).map((block) => new X509Certificate(block));
    if (first) return { pem, first };
  } catch {
    // Said below.
  }
  throw new ConfigError(`${name}: contains no readable PEM certificate`);
}

function readKey(name: string, value: string): { pem: string; key: KeyObject } {
  const pem = readPem(name, value);
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem)) {
    throw new ConfigError(`${name}: is encrypted; remove the passphrase`);
  }
  try {
    return { pem, key: createPrivateKey(pem) };
  } catch {
    throw new ConfigError(`${name}: contains no readable PEM private key`);
  }
}

/** Forward secrecy and authenticated ciphers: those of TLS 1.3, and ECDHE with AES-GCM or ChaCha20 of TLS 1.2. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/**
 * The options of a TLS listener. It asks every client for a certificate and serves clients without one too: the key
 * decides whether a call needs one, and a pinned certificate may be self-signed.
 *
 * @throws {ConfigError} naming the setting that cannot be used.
 */
export function readTls(config: TlsConfig): TlsOptions {
  const { pem: cert, first } = readCertificates('TLS_CERT', config.cert);
  const { pem: key, key: privateKey } = readKey('TLS_KEY', config.key);
  if (!first.checkPrivateKey(privateKey))
    throw new ConfigError('TLS_KEY: is not the key of the certificate in TLS_CERT');
  const ca = config.clientCa === undefined ? undefined : readCertificates('TLS_CLIENT_CA', config.clientCa).pem;
  return {
    cert,
    key,
    ca,
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: 10_000,
    // A connection keeps the certificate it began with.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  };
}

export interface ListenerOptions extends ServerOptions {
  requestTimeout: number;
  keepAliveTimeout: number;
  /** Longest silence of a connection, in milliseconds. */
  connectionTimeout: number;
}

/**
 * Makes HTTPS servers where the framework would make plain ones.
 *
 * @throws {ConfigError} naming the setting that cannot be used.
 */
export function tlsServerFactory(config: TlsConfig, options: ListenerOptions): (handler: RequestListener) => Server {
  const { connectionTimeout, ...http } = options;
  const tls = readTls(config);
  return (handler) => createServer({ ...http, ...tls }, handler).setTimeout(connectionTimeout);
}

/** For connections that begin from now on. @throws {ConfigError} naming an unusable setting; the old files stay in use. */
export function renewTls(server: Server, config: TlsConfig): void {
  if (server instanceof TlsServer) server.setSecureContext(readTls(config));
}
