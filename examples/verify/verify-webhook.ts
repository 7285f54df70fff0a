import { createHmac, timingSafeEqual } from 'node:crypto';

/** `header` is Service-Signature; `body` the bytes as they came, before any JSON parser. */
export function isOurs(secret: string, header: string | undefined, body: Buffer, now = Date.now() / 1000): boolean {
  const parts = (header ?? '').split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!secret || !/^\d{1,15}$/.test(t) || Math.abs(now - Number(t)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  return parts.some(([name, hex]) => {
    const given = Buffer.from(hex ?? '', 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
