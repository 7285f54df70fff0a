import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { ACCESS, type Route } from '../../../api/http/access.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { listen } from '../../support/tls-api.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let finish = () => {};
let begun: Promise<void>;
/** Keeps connections for as long as the server does. */
const agent = new Agent({ keepAliveTimeout: 600_000 });

beforeEach(async () => {
  let begin = () => {};
  begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const waiting: Route = (app) => {
    app.get('/probe-waiting', { config: { access: ACCESS.open } }, async () => {
      begin();
      await finished;
      return { ok: true };
    });
    app.get('/probe-download', { config: { access: ACCESS.open } }, (_request, reply) => {
      const parts = async function* () {
        yield 'a';
        begin();
        await finished;
        yield 'b';
      };
      reply.send(Readable.from(parts()));
    });
  };
  api = await createTestApi({ build: { extraRoutes: [waiting] } });
});
afterEach(() => api.ctx.close());
afterAll(() => agent.close());

async function askWhileClosing(path: string) {
  const port = await listen(api.app);
  const answer = request(`http://127.0.0.1:${port}${path}`, { dispatcher: agent });
  await begun;
  const closed = api.app.close();
  await waitFor(() => !api.app.server.listening);
  finish();
  const { headers, body } = await answer;
  const text = await body.text();
  await closed;
  return { connection: headers.connection, text };
}

test('an answer that is sent while the server closes ends its connection', async () => {
  expect(await askWhileClosing('/v1/probe-waiting')).toEqual({ connection: 'close', text: '{"ok":true}' });
});

test('a download that had begun is finished, and its connection is closed after it', async () => {
  expect(await askWhileClosing('/v1/probe-download')).toMatchObject({ text: 'ab' });
});
