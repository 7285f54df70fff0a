import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ConfigError, readConfig } from '../../../src/platform/config/config.js';
import { createMail } from '../../../src/platform/mail/transport/smtp.js';
import { mailSettings, startMailServer } from '../../support/outside/mail-server.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const DKIM = { DKIM_DOMAIN: 'service.example', DKIM_SELECTOR: 'tickets', DKIM_PRIVATE_KEY: PEM };

/** Whether a mail carries a good signature of the key: RFC 6376 sections 3.4.2, 3.4.4 and 3.7. */
function isSigned(raw: string, key: KeyObject): boolean {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest
    .join('\r\n\r\n')
    .replace(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const canonical = (field: string) => {
    const colon = field.indexOf(':');
    return `${field.slice(0, colon).trim().toLowerCase()}:${field
      .slice(colon + 1)
      .replace(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const signature = canonical(fields.find((field) => /^dkim-signature:/i.test(field)) ?? ':');
  const tag = (name: string) => new RegExp(`[ ;:]${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(' ', '') ?? '';
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) return false;
  const signed = tag('h')
    .split(':')
    .flatMap((name) => fields.map(canonical).filter((field) => field.startsWith(`${name.toLowerCase()}:`)));
  const text = [...signed, signature.replace(/([ ;])b=[^;]*/, '$1b=').trim()].join('\r\n');
  return createVerify('sha256').update(text).verify(key, tag('b'), 'base64');
}

test('mails are signed where a key is set', async () => {
  const server = await startMailServer();
  try {
    const settings = { NODE_ENV: 'test', ...mailSettings(server) };
    const mail = {
      messageId: '<one@service.example>',
      to: 'ada@example.org',
      subject: 'Hello',
      text: 'Words.\n',
      html: '<p>Words.</p>',
      date: new Date('2026-11-02T09:00:00Z'),
    };
    await createMail(readConfig({ ...settings, ...DKIM }))?.send(mail);
    await createMail(readConfig(settings))?.send(mail);
    const [signed, plain] = server.received;
    expect(signed?.raw).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=service\.example;/m);
    expect(isSigned(signed?.raw ?? '', publicKey)).toBe(true);
    expect(isSigned(signed?.raw.replace('Words.', 'Other.') ?? '', publicKey)).toBe(false);
    expect(plain?.raw).not.toMatch(/DKIM/i);
  } finally {
    await server.close();
  }
});

test.each([
  ['only some are set', { DKIM_DOMAIN: 'service.example' }, 'all of them, or none'],
  ['there is no mail server', DKIM, 'needs SMTP_URL'],
  [
    'the key is none',
    { ...DKIM, DKIM_PRIVATE_KEY: 'nowhere.pem', SMTP_URL: 'smtp://a', MAIL_FROM: 'a@b.example' },
    'PEM',
  ],
])('settings are refused when %s', (_why, env, words) => {
  expect(() => readConfig({ NODE_ENV: 'test', ...env })).toThrow(ConfigError);
  expect(() => readConfig({ NODE_ENV: 'test', ...env })).toThrow(words);
});
