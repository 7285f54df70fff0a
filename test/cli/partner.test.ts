import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { runCli } from '../support/command.js';
import { importAll } from '../support/data/catalogue.js';
import { waitFor } from '../support/wait-for.js';

describe('partner-events company, key, agreement', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await createTestApi();
  });

  afterAll(() => api.close());

  const partner = (args: string[], env: Record<string, string> = {}) => runCli(api.ctx, args, { env });

  const probe = (key: string, url = '/v1/events') => api.app.inject({ url, headers: bearer({ key }) });

  test('a company, its key, a call, a suspension, a revocation', async () => {
    expect(await partner(['company', 'create', 'Line Ltd', '--currency', 'GBP'])).toMatchObject({ code: 0, err: '' });
    const made = await partner(['key', 'create', '--company', 'Line Ltd', '--kind', 'server', '--limit', '7']);
    const [id = '', key = ''] = made.out.trim().split('\n');
    expect({ code: made.code, id, key }).toEqual({
      code: 0,
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^tt_sk_live_[A-Za-z0-9]{32,}$/),
    });
    expect((await probe(key)).headers['ratelimit-limit']).toBe('7');

    expect((await partner(['company', 'suspend', 'Line Ltd'])).out).toBe('suspended\n');
    await waitFor(async () => (await probe(key)).statusCode === 403);
    await partner(['company', 'resume', 'Line Ltd']);
    await waitFor(async () => (await probe(key)).statusCode !== 403);

    const listed = await partner(['key', 'list', '--company', 'Line Ltd']);
    expect(listed.out).toContain(key.slice(-4));
    expect(listed.out).not.toContain(key);
    const webhook = await addWebhook(api.ctx, { key: id, url: 'https://line.example/hook' });
    expect(await partner(['key', 'revoke', id])).toMatchObject({
      out: expect.stringMatching(/^revoked /),
      err: `We no longer send anything to its webhooks and postbacks: ${webhook.id}.\n`,
    });
    await waitFor(async () => (await probe(key)).json().code === 'key_revoked');
    expect((await partner(['key', 'list', '--company', 'Line Ltd'])).out).toContain('revoked 20');
  });

  test('a narrowed agreement withdraws events that it no longer covers', async () => {
    const at = { starts_at: '2099-05-01T20:00', category: 'music' };
    await importAll(api.ctx, [
      { ...at, external_id: 'de', name: 'In Berlin', city: 'Berlin', country: 'DE' },
      { ...at, external_id: 'fr', name: 'In Paris', city: 'Paris', country: 'FR' },
    ]);
    await partner(['company', 'create', 'Narrow Ltd']);
    const { out } = await partner(['key', 'create', '--company', 'Narrow Ltd', '--kind', 'server']);
    const key = out.trim().split('\n')[1] ?? '';
    const names = async () => {
      const { events } = (await probe(key)).json<{ events: { name: string }[] }>();
      return events.map(({ name }) => name).sort();
    };
    expect(await names()).toEqual(['In Berlin', 'In Paris']);

    const set = await partner(['agreement', 'set', '--company', 'Narrow Ltd', '--country', 'fr']);
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('Withdrawn: 1 events') });
    await waitFor(async () => (await names()).join() === 'In Paris');
    const changes = (await probe(key, '/v1/events?changed_since=2020-01-01T00:00:00Z')).json();
    expect(changes.withdrawn).toHaveLength(1);
    expect((await partner(['company', 'show', 'Narrow Ltd'])).out).toContain('countries FR');
  });

  test.each([
    [['key', 'create', '--company', 'nobody', '--kind', 'server'], 'There is no company nobody.'],
    [['key', 'create', '--company', 'Example Partner', '--kind', 'website'], 'at least one domain'],
    [['key', 'create', '--company', 'Example Partner', '--kind', 'master'], 'Allowed choices'],
    [['key', 'create', '--company', 'Example Partner', '--kind', 'server', '--limit', '0'], 'whole number'],
    [['key', 'revoke', 'key_unknown'], 'There is no key key_unknown.'],
    [['company', 'create', 'Example Partner'], 'is taken'],
    [['agreement', 'set', '--company', 'Example Partner', '--country', 'Germany'], 'two-letter codes'],
  ])('refused in one message: %j', async (args, message) => {
    const { code, out, err } = await partner(args);
    expect({ code, out }).toEqual({ code: /^There is|is taken/.test(err) ? 1 : 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });

  test('a database that is away is one line', async () => {
    const { code, err } = await partner(['company', 'list'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
