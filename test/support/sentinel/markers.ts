import { randomBytes } from 'node:crypto';

/** A marked value that the test sends through the service and then searches for. */
export interface Marker {
  /** Its kind, such as `buyer email` or `server key`. */
  label: string;
  text: string;
  /** It as a text may carry it: raw, percent-encoded, in hex, in Base64 wherever it begins. */
  needles: { lower: string[]; exact: string[] };
}

const letters = (bytes: number) => randomBytes(bytes).toString('hex');

/** Makes marked values and knows them again, however they are written. */
export class Markers {
  readonly all: Marker[] = [];

  /** Marks a value that the service made, such as a token. */
  add(label: string, text: string): string {
    if (text.length < 12) throw new Error(`${label}: too short to be found by`);
    if (!this.all.some((marker) => marker.label === label && marker.text === text)) {
      const bytes = Buffer.from(text);
      const lower = [text, encodeURIComponent(text), bytes.toString('hex')].map((needle) => needle.toLowerCase());
      this.all.push({ label, text, needles: { lower: [...new Set(lower)], exact: base64Forms(bytes) } });
    }
    return text;
  }

  email(): string {
    return this.add('buyer email', `sentinel-${letters(6)}@buyer.example`);
  }

  name(): string {
    return this.add('buyer name', `Sentinel ${letters(6)} Buyer`);
  }

  /** Letters and digits alone. */
  word(label: string, prefix = ''): string {
    return this.add(label, `${prefix}Sentinel${letters(16)}`);
  }

  /** Labels of what stands in a text, or in it once its percent-encoding is undone. */
  in(text: string): string[] {
    const plain = text.replace(/%[0-9a-f]{2}/gi, (escaped) =>
      String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
    );
    const lower = `${text}\n${plain}`.toLowerCase();
    const found = this.all.filter(
      ({ needles }) =>
        needles.lower.some((needle) => lower.includes(needle)) || needles.exact.some((needle) => text.includes(needle)),
    );
    return [...new Set(found.map(({ label }) => label))];
  }
}

/** The part of its Base64 that is the same whatever stands around it, for each of the three places it can begin at. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const inner = whole.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 8) / 6)).slice(0, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
