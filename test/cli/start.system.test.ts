// Over twenty seconds: the whole product is started four times, and broken off as often. Where its parts die: start-again.test.ts.
import { existsSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/platform/process/free-port.js';
import { useStarts } from '../support/system/started.js';
import { waitFor } from '../support/wait-for.js';

describe('npm start', () => {
  const starts = useStarts();

  it('answers with the keys it prints, keeps its folder from another start, and answers with the same keys after Ctrl-C and a restart', async () => {
    // As everybody starts it: with threads of their own for the workflows.
    const uiPort = String(await freePort());
    const first = starts.begin({ env: { TEMPORAL_DEBUG: '', METRICS_PORT: '0', TEMPORAL_UI_PORT: uiPort } });
    const facts = await first.ready();
    expect(Object.keys(facts).sort()).toEqual(
      expect.arrayContaining(['base_url', 'docs', 'keys', 'site_base_url', 'temporal_ui', 'website_domain']),
    );
    for (const key of Object.values(facts.keys)) expect(first.output()).toContain(key);
    expect(first.output()).toContain('Payments are simulated');
    expect(facts.temporal_ui).toBe(`http://127.0.0.1:${uiPort}`);
    const [, metrics = ''] = /(http:\S+\/metrics) {3}of the API/.exec(first.output()) ?? [];
    expect(await (await fetch(metrics)).text()).toContain('partner_events_');
    expect(first.output()).toContain(facts.docs.replace('/docs', '/sandbox'));
    expect(statSync(join(starts.folder, 'start.json')).mode & 0o077).toBe(0);
    const [page, link] = facts.dashboard.sign_in_url.split('#');
    expect([page, facts.dashboard.url]).toEqual([
      `${facts.dashboard.url}/sign-in`,
      facts.docs.replace('/docs', '/dashboard'),
    ]);
    expect(first.output()).toContain(facts.dashboard.sign_in_url);
    expect(first.output()).toContain('enter owner@partner.example on its sign-in page');
    const signedIn = await fetch(`${facts.dashboard.url}/api/session/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token: link }),
    });
    expect(await signedIn.json()).toMatchObject({ member: { role: 'owner' }, company: { name: 'Demo Partner' } });
    const order = await fetch(`${facts.base_url}/orders/ord_unknown`, {
      headers: { authorization: `Bearer ${facts.keys.test}` },
    });
    expect(order.status).toBe(404);
    const grant = new URLSearchParams({ grant_type: 'client_credentials', ...facts.oauth });
    const token = await fetch(`${facts.base_url}/oauth/token`, { method: 'POST', body: grant });
    expect(await token.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });

    const beside = starts.begin();
    expect(await beside.ended).toBe(1);
    expect(beside.output()).toContain(`in use by another start (process ${first.process.pid})`);

    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await starts.expectNothingLeft();
    expect(existsSync(join(starts.folder, 'runtime.json'))).toBe(false);

    const second = starts.begin();
    const again = await second.ready();
    expect(again.keys).toEqual(facts.keys);
    expect(again.oauth).toEqual(facts.oauth);
    const answer = await fetch(`${again.site_base_url}/orders/ord_unknown`, {
      headers: { authorization: `Bearer ${again.keys.server}` },
    });
    expect(answer.status).toBe(404);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('leaves no process behind when stopped at any moment of the start', async () => {
    for (const sign of ['Making the database', 'Applied', null]) {
      const run = starts.begin();
      if (sign) await waitFor(() => run.output().includes(sign), { interval: 2 });
      run.process.kill('SIGINT');
      expect([130, null]).toContain(await run.ended);
      await starts.expectNothingLeft();
    }
    await starts.begin().ready();
  });

  it('refuses a port that is in use, before anything is started', async () => {
    const server = createServer();
    const port = await new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(String(typeof address === 'object' && address ? address.port : 0));
      });
    });
    const run = starts.begin({ env: { PORT: port } });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`Port ${port} is in use`);
    expect(existsSync(join(starts.folder, 'postgres'))).toBe(false);
    server.close();
  });

  it('names the fault of a broken database, and starts over with --fresh', async () => {
    await starts.prepare();
    truncateSync(join(starts.folder, 'postgres/cluster/global/pg_control'), 0);
    const broken = starts.begin();
    expect(await broken.ended).toBe(1);
    expect(broken.output()).toContain('does not start. Postgres said:');
    expect(broken.output()).not.toContain('    at ');
    await starts.begin({ args: ['--fresh'] }).ready();
  });

  it('says what to install when Temporal cannot be had', async () => {
    const run = starts.begin({ env: { PATH: '/nowhere', PARTNER_EVENTS_CACHE: join(starts.folder, 'cache') } });
    const code = await run.ended;
    expect(run.output()).toMatch(/install the Temporal command line|Building Temporal/);
    expect(code).toBe(1);
  });

  it('refuses settings and options it does not know', async () => {
    const setting = starts.begin({ env: { PORT: 'many' } });
    expect(await setting.ended).toBe(1);
    expect(setting.output()).toContain('PORT:');
    const option = starts.begin({ args: ['--frsh'] });
    expect(await option.ended).toBe(1);
    expect(option.output()).toContain("Unknown option '--frsh'");
  });
});
