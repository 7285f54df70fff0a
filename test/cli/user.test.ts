import { createTestApi, type TestApi } from '../support/api.js';
import { runCli } from '../support/command.js';
import { mailedLinks } from '../support/dashboard/members.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const user = (...args: string[]) => runCli(api.ctx, ['user', ...args]);
const COMPANY = ['--company', 'Example Partner'];

test('invited, listed, removed; the link is mailed and not printed', async () => {
  const invited = await user('invite', 'ann@example.org', ...COMPANY, '--role', 'owner');
  expect([invited.code, invited.out.trim()]).toEqual([0, expect.stringMatching(/^mem_\w+$/)]);
  const [mail] = await mailedLinks(api.ctx);
  expect(mail).toMatchObject({ to: 'ann@example.org', token: expect.stringMatching(/^tt_si_/) });
  expect(invited.out + invited.err).not.toContain('tt_si_');
  const id = invited.out.trim();
  expect((await user('list', ...COMPANY)).out).toMatch(new RegExp(`${id} .*owner.*ann@example.org`));
  expect((await user('remove', id)).out).toBe('removed\n');
  expect((await user('list', ...COMPANY)).out).not.toContain(id);
});

test('a refusal is one line; exit code 2 for a wrong value, 1 for an unknown object', async () => {
  for (const [exit, ...args] of [
    [2, 'invite', 'ann', ...COMPANY, '--role', 'owner'],
    [1, 'invite', 'ann@example.org', '--company', 'Nobody', '--role', 'owner'],
    [1, 'remove', 'mem_none'],
  ] as [number, ...string[]][]) {
    const { code, err } = await user(...args);
    expect([args, code, err.trim().split('\n').length]).toEqual([args, exit, 1]);
  }
});
