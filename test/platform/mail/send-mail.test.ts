import type { Context } from '../../../src/platform/context/context.js';
import { composeMail } from '../../../src/platform/mail/compose.js';
import { type QueuedMail, queueMail } from '../../../src/platform/mail/queue-mail.js';
import { readMailbox } from '../../../src/platform/mail/read-mailbox.js';
import { REFUSALS, sendMail } from '../../../src/platform/mail/send-mail.js';
import type { MailPort } from '../../../src/platform/mail/transport/port.js';
import { resealSecrets } from '../../../src/platform/secrets/reseal-secrets.js';
import { beAwayOnce } from '../../support/away-once.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { type MailServer, mailSettings, startMailServer } from '../../support/outside/mail-server.js';

let server: MailServer;
let ctx: TestContext;
beforeAll(async () => {
  server = await startMailServer();
  ctx = await createTestContext({ env: mailSettings(server) });
});
afterAll(async () => {
  await ctx?.close();
  await server?.close();
});
beforeEach(() => {
  server.received.length = 0;
});

const ADDRESS = 'ada@partner.example';
let made = 0;
const mail = (more: Partial<QueuedMail> = {}): QueuedMail => ({
  reason: 'test',
  idempotencyKey: `test/${made++}`,
  to: ADDRESS,
  letter: {
    subject: 'Grüße & <welcome>',
    paragraphs: ['One & two.'],
    action: { label: 'Sign in', url: 'https://service.example/a?b=1&c=2' },
    notes: ['Ignore it if it was not you.'],
  },
  expiresAt: new Date(ctx.clock.now().getTime() + 900_000),
  ...more,
});
const queue = async (more: Partial<QueuedMail> = {}, as: Context = ctx) =>
  (await ctx.sql.begin((tx) => queueMail(as, tx, mail(more)))) ?? 'none';
const stateOf = async (id: string) => {
  const [row] = await ctx.sql`SELECT state, content IS NULL AS forgotten FROM mails WHERE id = ${id}`;
  return row;
};
const port = (): MailPort => {
  if (!ctx.mail) throw new Error('there is no mail server');
  return ctx.mail;
};

test('a mail is taken, as text and HTML, and forgotten', async () => {
  const id = await queue();
  expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
  const [got] = server.received;
  expect(got).toMatchObject({ to: [ADDRESS], messageId: `<${id}@service.example>` });
  expect(got?.raw).toMatch(/^From: Partner Events <partners@service\.example>$/m);
  expect(got?.raw).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(got?.raw).toMatch(/text\/plain[\s\S]*text\/html/);
  expect(await stateOf(id)).toEqual({ state: 'sent', forgotten: true });
  expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
  expect(server.received).toHaveLength(1);
});

test('a database that is away when the server has the mail is waited for', async () => {
  const id = await queue();
  const comeBack = await beAwayOnce(ctx.sql, 'mails');
  try {
    expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
  } finally {
    await comeBack();
  }
  expect(server.received).toHaveLength(1);
});

test('nothing of it can be read in the database, nor moved to another row', async () => {
  const [first, two] = [await queue(), await queue({ to: 'eve@partner.example' })];
  const rows = await ctx.sql`SELECT * FROM mails WHERE id = ${first}`;
  expect(JSON.stringify(rows) + String(rows[0]?.content)).not.toMatch(/ada@|partner\.example/);
  await ctx.sql`UPDATE mails SET content = (SELECT content FROM mails WHERE id = ${two}) WHERE id = ${first}`;
  await expect(sendMail(ctx, first)).rejects.toThrow('mails.content');
  await ctx.sql`DELETE FROM mails WHERE id IN (${first}, ${two})`;
});

test('the same idempotency key is one mail', async () => {
  expect(await queue({ idempotencyKey: 'twice' })).toMatch(/^mail_/);
  expect(await queue({ idempotencyKey: 'twice' })).toBe('none');
});

test('a mail whose transaction fails is none', async () => {
  const failing = ctx.sql.begin(async (tx) => {
    await queueMail(ctx, tx, mail({ idempotencyKey: 'undone' }));
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await ctx.sql`SELECT id FROM mails WHERE idempotency_key = 'undone'`).toEqual([]);
});

test('a crash between sent and recorded sends it again with the same Message-ID', async () => {
  const id = await queue();
  const crashing: MailPort = {
    ...port(),
    send: async (mail) => {
      await port().send(mail);
      throw new Error('killed');
    },
  };
  await expect(sendMail({ ...ctx, mail: crashing }, id)).rejects.toThrow('killed');
  expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
  const [first, second, ...more] = server.received.map(({ messageId }) => messageId);
  expect([first, more]).toEqual([second, []]);
});

test('a server that is busy is asked again, and its words, which name the person, go nowhere', async () => {
  const id = await queue();
  server.refuse(450);
  const error = await sendMail(ctx, id).catch((reason: Error) => reason);
  expect(error).toMatchObject({ name: 'MailNotTaken', message: expect.stringContaining('450') });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(ADDRESS);
  expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
});

const HOUR = 3_600_000;
const worthDays = () => ({ expiresAt: new Date(ctx.clock.now().getTime() + 30 * 24 * HOUR) });

describe('refusals of the mail server', () => {
  afterEach(() => ctx.clock.set('2026-11-02T09:00:00.000Z'));

  test.each(['550 5.1.1', '550 5.1.10', '553 5.1.3', '550 5.2.1'])(
    'ends at once where there is no such mailbox: %s',
    async (reply) => {
      const id = await queue();
      server.refuse(reply);
      expect(await sendMail(ctx, id)).toEqual({ state: 'refused' });
      expect(await stateOf(id)).toEqual({ state: 'refused', forgotten: true });
    },
  );

  test.each([550, 551, 553])('is tried for an hour where %i may mean the mailbox, or everybody', async (code) => {
    const id = await queue(worthDays());
    server.refuse(code, code, code);
    await expect(sendMail(ctx, id)).rejects.toMatchObject({ code, perhapsNoMailbox: true });
    ctx.clock.advance(59 * 60_000);
    await expect(sendMail(ctx, id)).rejects.toMatchObject({ code });
    ctx.clock.advance(2 * 60_000);
    expect(await sendMail(ctx, id)).toEqual({ state: 'refused' });
  });

  test.each(['554', '550 5.7.1', '552 5.2.2', '550 5.7.26'])(
    'is tried for two days where it is about us or the server: %s',
    async (reply) => {
      const id = await queue(worthDays());
      server.refuse(reply, reply, reply);
      await expect(sendMail(ctx, id)).rejects.toMatchObject({ name: 'MailNotTaken', perhapsNoMailbox: false });
      ctx.clock.advance(47 * HOUR);
      await expect(sendMail(ctx, id)).rejects.toMatchObject({ name: 'MailNotTaken' });
      ctx.clock.advance(2 * HOUR);
      expect(await sendMail(ctx, id)).toEqual({ state: 'refused' });
    },
  );

  test('is tried again after a refusal of the content, and is counted', async () => {
    const before = new Map(ctx.counts.of(REFUSALS));
    const id = await queue();
    server.refuseContent(554, 550);
    for (const code of [554, 550]) await expect(sendMail(ctx, id)).rejects.toMatchObject({ code });
    expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
    expect(ctx.counts.of(REFUSALS).get('tried_again')).toBe((before.get('tried_again') ?? 0) + 2);
  });
});

test('a mail that is too late is not sent', async () => {
  const id = await queue({ expiresAt: ctx.clock.now() });
  expect(await sendMail(ctx, id)).toEqual({ state: 'expired' });
  expect(server.received).toEqual([]);
});

test('no server there: asked again', async () => {
  const gone = await startMailServer();
  await gone.close();
  const lost = await createTestContext({ env: mailSettings(gone) });
  const id = await lost.sql.begin((tx) => queueMail(lost, tx, mail()));
  await expect(sendMail(lost, id ?? '')).rejects.toThrow(/^the mail server did not take it: E[A-Z]+/);
  await lost.close();
});

test('in production without a server nothing can be queued', async () => {
  await expect(queue({}, { ...ctx, mail: null })).rejects.toThrow('SMTP_URL');
});

test('queued mails are sealed again when the key changes', async () => {
  const id = await queue();
  const during: Context = { ...ctx, encryptionKey: Buffer.alloc(32, 9), previousEncryptionKey: ctx.encryptionKey };
  expect(await resealSecrets(during)).toMatchObject({ unopened: [] });
  expect(await sendMail({ ...ctx, encryptionKey: Buffer.alloc(32, 9) }, id)).toEqual({ state: 'sent' });
});

test('a service without a server keeps its mails to be read', async () => {
  const here = await createTestContext();
  const id = (await here.sql.begin((tx) => queueMail(here, tx, mail()))) ?? '';
  expect(await sendMail(here, id)).toEqual({ state: 'sent' });
  expect(await readMailbox(here)).toEqual([expect.objectContaining({ id, to: ADDRESS, subject: 'Grüße & <welcome>' })]);
  await here.close();
  expect(await readMailbox(ctx)).toEqual([]);
});

test('a letter is escaped in its HTML and plain in its text', () => {
  const { text, html } = composeMail(mail().letter);
  expect(text).toBe(
    'One & two.\n\nSign in:\nhttps://service.example/a?b=1&c=2\n\n--\n\nIgnore it if it was not you.\n',
  );
  expect(html).toContain('<h1>Grüße &amp; &lt;welcome&gt;</h1>');
  expect(html).toContain('href="https://service.example/a?b=1&amp;c=2"');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).not.toMatch(/ style=|<script|<img/);
});

test('concurrent calls hand a mail over once', async () => {
  const id = await queue();
  const ends = await Promise.allSettled([sendMail(ctx, id), sendMail(ctx, id), sendMail(ctx, id)]);
  // A call that begins after another one ended finds the mail sent; the others are refused.
  const answers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.state] : []));
  expect([...new Set(answers)]).toEqual(['sent']);
  expect(server.received).toHaveLength(1);
  expect(await sendMail(ctx, id)).toEqual({ state: 'sent' });
});
