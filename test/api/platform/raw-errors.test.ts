import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { clientErrorHandler } from '../../../api/plugins/raw-errors.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('junk after a call that is still being answered is refused once, and is not kept until then', async () => {
  const answers: ServerResponse[] = [];
  const refused: string[] = [];
  let faults = 0;
  const handle = clientErrorHandler(ctx, (code) => refused.push(code));
  const server = createServer((_request, response) => {
    answers.push(response);
  });
  server.on('clientError', (error, socket) => {
    faults += 1;
    handle(error, socket as Parameters<typeof handle>[1]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // It is cut off while it still sends.
  client.on('error', () => {});
  try {
    let said = '';
    client.on('data', (piece) => {
      said += piece.toString();
    });
    client.write('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n');
    await waitFor(() => answers.length === 1);
    // Not awaited: a server that has stopped reading takes no more than the sockets hold.
    for (let i = 0; i < 400; i += 1) client.write(Buffer.alloc(64 * 1024, 'x'));
    await waitFor(() => faults > 0);
    const [answer] = answers;
    expect(answer?.listenerCount('finish')).toBeLessThanOrEqual(3);
    await waitFor(() => client.writableLength > 0);
    expect(refused).toEqual([]);

    answer?.end('the answer');
    await waitFor(() => said.includes('invalid_request'));
    expect(said.indexOf('the answer')).toBeLessThan(said.indexOf('HTTP/1.1 400'));
    expect(refused).toEqual(['invalid_request']);
    expect(answer?.listenerCount('finish')).toBeLessThanOrEqual(3);
  } finally {
    client.destroy();
    server.closeAllConnections();
    server.close();
  }
});
