import { connect } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyReply } from 'fastify';
import { ACCESS, type Route } from '../../../api/http/access.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { waitFor } from '../../support/wait-for.js';

const calls: WeakRef<FastifyReply>[] = [];
let goOn = () => {};

/** Checks its callers as slowly as a store of limits may. */
const slowlyJudged: Route = (app) => {
  app.post('/probe-judged', {
    config: { access: ACCESS.open },
    onRequest: (_request, reply, done) => {
      calls.push(new WeakRef(reply));
      goOn = done;
    },
    handler: async () => 'judged',
  });
};

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: [slowlyJudged] },
    context: { env: { DATABASE_STATEMENT_TIMEOUT_MS: '600' } },
  });
});
afterAll(() => api.close());

test('the reply to a caller who hung up is collected as garbage', async () => {
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(port), '127.0.0.1');
  client.write(
    'POST /v1/probe-judged HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await waitFor(() => calls.length > 0);
  client.destroy();
  const connections = promisify(api.app.server.getConnections.bind(api.app.server));
  await waitFor(async () => (await connections()) === 0);
  goOn();
  goOn = () => {};

  setFlagsFromString('--expose_gc');
  const collectGarbage: () => void = runInNewContext('gc');
  await waitFor(() => {
    collectGarbage();
    return calls[0]?.deref() === undefined;
  });
  expect(calls.map((call) => call.deref())).toEqual([undefined]);
});
