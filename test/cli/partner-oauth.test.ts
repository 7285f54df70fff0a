import { basic, postForm } from '../support/access/oauth.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { runCli } from '../support/command.js';
import { waitFor } from '../support/wait-for.js';

describe('partner-events oauth', () => {
  let api: TestApi;

  beforeAll(async () => {
    // The command reads the wall clock.
    api = await createTestApi({ context: { now: new Date().toISOString() } });
  });

  afterAll(async () => {
    await api?.close();
  });

  const oauth = (...args: string[]) => runCli(api.ctx, ['oauth', ...args]);

  const tokenFor = (id: string, secret: string) =>
    postForm(api.app, '/v1/oauth/token', { grant_type: 'client_credentials' }, basic({ id, secret }));
  const call = (key: string) => api.app.inject({ url: '/v1/events', headers: bearer({ key }) });

  test('a client, a token, another secret, the end', async () => {
    const company = ['--company', 'Example Partner'];
    const made = await oauth('create', ...company, '--kind', 'server', '--scope', 'events:read', '--limit', '7');
    const [id = '', secret = ''] = made.out.trim().split('\n');
    expect({ code: made.code, id, secret }).toEqual({
      code: 0,
      id: expect.stringMatching(/^oac_/),
      secret: expect.stringMatching(/^tt_cs_/),
    });
    expect(made.err).toContain(api.keys.server.id);
    const token = (await tokenFor(id, secret)).json();
    expect(token.scope).toBe('events:read');
    expect((await call(token.access_token)).headers['ratelimit-limit']).toBe('7');

    const rotated = await oauth('rotate', id);
    expect(rotated.err).toContain('The old secret works until');
    expect((await tokenFor(id, secret)).statusCode).toBe(200);
    const again = await oauth('rotate', id, '--now');
    expect(again.err).toBe('The old secret no longer works, and 2 live tokens were revoked.\n');
    expect((await tokenFor(id, rotated.out.trim())).statusCode).toBe(401);
    await waitFor(async () => (await call(token.access_token)).statusCode === 401);
    expect((await tokenFor(id, again.out.trim())).statusCode).toBe(200);

    const listed = await oauth('list', ...company);
    expect(listed.out).toMatch(new RegExp(`${id}.+server.+…${again.out.trim().slice(-4)}.+active.+ 7 .+events:read`));
    expect(listed.out).not.toContain(again.out.trim());
    expect((await oauth('revoke', id)).out).toMatch(/^revoked /);
    expect((await tokenFor(id, again.out.trim())).statusCode).toBe(401);
    expect((await oauth('list', ...company)).out).toContain('revoked 20');
  });

  test('a refusal is one line and no success', async () => {
    const company = ['--company', 'Example Partner'];
    for (const args of [
      ['create', ...company],
      ['create', ...company, '--kind', 'website', '--scope', 'earnings:read'],
      ['create', '--company', 'Nobody', '--kind', 'test'],
      ['rotate', 'oac_unknown'],
      ['revoke', 'oac_unknown'],
    ]) {
      const { code, out, err } = await oauth(...args);
      expect({ args, code, out, lines: err.trim().split('\n').length }).toEqual({
        args,
        code: args[0] === 'create' && !args.includes('Nobody') ? 2 : 1,
        out: '',
        lines: 1,
      });
    }
  });
});
