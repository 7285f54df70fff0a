import { createLogger, redactText } from '../../../src/platform/logs/logger.js';

const SECRET = `tt_cs_${'s3cret'.repeat(7)}`;
const TOKEN = `tt_at_${'t0ken'.repeat(8)}`;
const BASIC = Buffer.from(`oac_1:${SECRET}`).toString('base64');

test.each([
  `grant_type=client_credentials&client_secret=${SECRET}`,
  `client_secret=typed-without-its-prefix&scope=events:read`,
  `POST /v1/oauth/revoke?token=${TOKEN}`,
  `Authorization: Basic ${BASIC}`,
  `{"access_token":"${TOKEN}"}`,
  `the secret ${SECRET} leaked`,
])('redacted: %s', (text) => {
  const redacted = redactText(text);
  for (const hidden of ['s3cret', 't0ken', BASIC, 'typed-without']) expect(redacted).not.toContain(hidden);
  expect(redacted).toContain('[key]');
});

test('text that only mentions it is not changed', () => {
  for (const text of ['HTTP Basic authentication with client_id', 'token is required.', 'oac_8Qm3 was refused']) {
    expect(redactText(text)).toBe(text);
  }
});

test('no line of the log holds a secret, in whatever field it came', () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const body = { client_id: 'oac_1', client_secret: 'typed-without-its-prefix', access_token: TOKEN };
  log.info({ body, headers: { authorization: `Basic ${BASIC}` }, err: new Error(`refused ${SECRET}`) }, 'a call');
  const text = lines.join('');
  expect(text).toContain('oac_1');
  for (const hidden of ['s3cret', 't0ken', BASIC, 'typed-without']) expect(text).not.toContain(hidden);
});
