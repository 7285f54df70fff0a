import { ID_PREFIXES } from '../../../src/core/ids.js';

const ID = new RegExp(`\\b(${Object.values(ID_PREFIXES).join('|')})[0-9A-Za-z_-]{20,32}(?![0-9A-Za-z_-])`, 'g');
/** An instant of the machine's clock: the scenario plays in 2021. */
const INSTANT = /\b20(?:2[6-9]|[3-9]\d)-\d\d-\d\dT[\d:.]+Z/g;
const TOKEN = /\/checkout\/[0-9A-Za-z]{20,}/g;
const CURSOR = /(?<="next":")[^"]+/g;
/** Headers that depend on the ids in the body, or on the second of the call. */
const VARYING = new Set(['etag', 'ratelimit-remaining', 'ratelimit-reset']);
const SIGNED = new Set(['service-signature', 'webhook-signature', 'service-timestamp', 'webhook-timestamp']);

/** Replaces all that differs from run to run. The same text gets the same name each time. */
export class Normaliser {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** @param text to be replaced wherever it stands. */
  name(text: string, name: string): void {
    this.names.set(text, `<${name}>`);
  }

  text(text: string): string {
    let normal = text
      .replace(ID, (id, prefix) => this.numbered(id, prefix))
      .replace(TOKEN, (path) => `/checkout/${this.numbered(path, 'token_')}`)
      .replace(CURSOR, '<cursor>')
      .replace(INSTANT, (instant) => instant.replace(/\d/g, '0'));
    for (const [from, to] of this.names) normal = normal.replaceAll(from, to);
    return normal;
  }

  /** Signatures and times of signing keep their shape alone. */
  header(name: string, value: string): string {
    if (VARYING.has(name)) return `<${name}>`;
    if (!SIGNED.has(name.toLowerCase())) return this.text(value);
    return value
      .replace(/[0-9a-f]{64}/g, '<hex>')
      .replace(/[A-Za-z0-9+/_-]{20,}=*/g, '<code>')
      .replace(/\d{9,}/g, '<seconds>');
  }

  private numbered(text: string, kind: string): string {
    const known = this.names.get(text);
    if (known) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const name = `<${kind}${count}>`;
    this.names.set(text, name);
    return name;
  }
}
