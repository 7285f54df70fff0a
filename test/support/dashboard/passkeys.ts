import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** CBOR of what authenticators say (RFC 8949): maps of whole numbers, text and bytes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, part]) => [cbor(key), cbor(part)])]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const url64 = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

/** An authenticator's report: that a person was present, and, unless it checks only that, that it was its user. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** An authenticator with one passkey, as a browser at `origin` answers for it. */
export class SoftAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(32);
  private counter = 0;
  /** Whether it asks for a finger, a face or a PIN. */
  verifies = true;

  constructor(
    private readonly origin: string,
    private readonly host = new URL(origin).hostname,
  ) {}

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private authData(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++this.counter);
    return Buffer.concat([sha256(this.host), Buffer.from([flags | PRESENT | (this.verifies ? VERIFIED : 0)]), count]);
  }

  /** What `navigator.credentials.create` answers, in JSON. */
  create({ challenge }: { challenge: string }): object {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url'));
    const cose = new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0]],
      [-3, coordinates[1]],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(cose)]);
    const authData = Buffer.concat([this.authData(WITH_KEY), credential]);
    const attestation = new Map<unknown, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.answer({
      clientDataJSON: url64(this.clientData('webauthn.create', challenge)),
      attestationObject: url64(cbor(attestation)),
      transports: ['internal', 'telepathy'],
    });
  }

  /** What `navigator.credentials.get` answers, in JSON. */
  get({ challenge }: { challenge: string }): object {
    const clientData = this.clientData('webauthn.get', challenge);
    const authData = this.authData(0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey);
    return this.answer({
      clientDataJSON: url64(clientData),
      authenticatorData: url64(authData),
      signature: url64(signature),
    });
  }

  private answer(response: object): object {
    const id = url64(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
