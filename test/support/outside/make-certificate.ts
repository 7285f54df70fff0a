import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface MadeCertificate {
  pem: string;
  der: Buffer;
  /** Its private key, in PEM. */
  key: string;
  /** SHA-256 of `der` in hexadecimal digits. */
  fingerprint: string;
  /** For signing others. */
  issuer: { name: string; key: KeyObject };
}

export interface CertificateOptions {
  name?: string;
  from?: string;
  until?: string;
  /** The signer; absent: self-signed. */
  by?: MadeCertificate;
  /** Says that it is an authority's. */
  ca?: boolean;
  /** Says what its key is for, `keyUsage`: the first byte of the bit string. */
  usage?: number;
  /** Makes an RSA key of this many bits instead of a key on P-256. */
  rsa?: number;
}

function tlv(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Buffer[]) => tlv(0x30, ...contents);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const TRUE = tlv(0x01, Buffer.from([0xff]));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const RSA_SHA256 = sequence(oid('2a864886f70d01010b'), tlv(0x05));

function distinguishedName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))));
}

function time(instant: string): Buffer {
  return tlv(0x17, Buffer.from(`${new Date(instant).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}

function extensions({ ca, usage }: CertificateOptions): Buffer[] {
  const extension = (id: string, value: Buffer) => sequence(oid(id), TRUE, tlv(0x04, value));
  const loopback = Buffer.from([0x87, 4, 127, 0, 0, 1]);
  const list = [
    sequence(oid('551d11'), tlv(0x04, sequence(tlv(0x82, Buffer.from('localhost')), loopback))),
    ...(ca ? [extension('551d13', sequence(TRUE))] : []),
    ...(usage === undefined ? [] : [extension('551d0f', tlv(0x03, Buffer.from([0, usage])))]),
  ];
  return [tlv(0xa3, sequence(...list))];
}

/** Makes a certificate, self-signed unless `by` signs it, that also serves on localhost (RFC 5280). */
export function makeCertificate(options: CertificateOptions = {}): MadeCertificate {
  const { name = 'client', from = '2020-01-01T00:00:00Z', until = '2045-01-01T00:00:00Z', by, rsa } = options;
  const pair = rsa
    ? generateKeyPairSync('rsa', { modulusLength: rsa })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = by?.issuer ?? { name, key: pair.privateKey };
  const algorithm = issuer.key.asymmetricKeyType === 'rsa' ? RSA_SHA256 : ECDSA_SHA256;
  const serial = randomBytes(8);
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, serial),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(from), time(until)),
    distinguishedName(name),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    ...extensions(options),
  );
  const der = sequence(body, algorithm, tlv(0x03, Buffer.from([0]), sign('sha256', body, issuer.key)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    der,
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
    issuer: { name, key: pair.privateKey },
  };
}
