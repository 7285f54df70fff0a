import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { makeCertificate } from '../support/outside/make-certificate.js';
import { Upstream } from '../support/outside/upstream.js';
import { findNginx, type Nginx, startNginx } from '../support/system/nginx.js';

const describeWithNginx = findNginx() ? describe : describe.skip;
const OUTER = '127.0.0.2';

/** The lines that docs/deploy/proxies.md adds to `listen 8080;`. */
function tlsLines(): string {
  const text = readFileSync(join(projectRoot(), 'docs/deploy/proxies.md'), 'utf8');
  const [, lines] = /```nginx\n(listen 443 ssl;[^`]*)```/.exec(text) ?? [];
  if (!lines) throw new Error('docs/deploy/proxies.md has no lines for TLS');
  return lines;
}

describeWithNginx('what an API learns of the caller from deploy/nginx.conf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-callers-'));
  const api = new Upstream();
  let nginx: Nginx;
  let tlsPort: number;
  let seen: IncomingHttpHeaders = {};

  beforeAll(async () => {
    await api.open();
    api.answer = ({ headers }, response) => {
      seen = headers;
      response.end();
    };
    tlsPort = await freePort();
    const { pem, key } = makeCertificate({ name: 'api.example.com' });
    writeFileSync(join(folder, 'api.pem'), pem);
    writeFileSync(join(folder, 'api.key'), key);
    const tls = tlsLines()
      .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
      .replaceAll('/etc/nginx/api.example.com', join(folder, 'api'));
    const edit = (conf: string) =>
      conf
        .replace('#   set_real_ip_from 203.0.113.10;', `set_real_ip_from ${OUTER};`)
        .replace('listen 8080;', `listen 8080;\n${tls}`);
    nginx = await startNginx({ conf: join(projectRoot(), 'deploy/nginx.conf'), apiPorts: [api.port], folder, edit });
  });
  afterAll(async () => {
    await nginx?.stop();
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns the API's view of a call from this address. */
  async function callerAtApi(localAddress: string, headers: OutgoingHttpHeaders, over: 'http' | 'https' = 'http') {
    const url = over === 'http' ? nginx.origin : `https://127.0.0.1:${tlsPort}`;
    const send = over === 'http' ? request : requestTls;
    await new Promise((resolve, reject) => {
      const options = { localAddress, headers, rejectUnauthorized: false };
      send(`${url}/v1/events`, options, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    return [seen['x-forwarded-for'], seen['x-forwarded-proto'], seen['client-cert']];
  }

  const CLAIMS = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', 'client-cert': ':AAAA:' };

  it('is the caller itself, whatever it claims', async () => {
    expect(await callerAtApi('127.0.0.1', CLAIMS)).toEqual(['127.0.0.1', 'http', undefined]);
    expect(await callerAtApi('127.0.0.3', { ...CLAIMS, 'x-forwarded-for': OUTER })).toEqual([
      '127.0.0.3',
      'http',
      undefined,
    ]);
  });

  it('comes from a named proxy in front', async () => {
    expect(await callerAtApi(OUTER, CLAIMS)).toEqual(['198.51.100.7', 'https', undefined]);
    const http = { 'x-forwarded-for': '2001:db8::7', 'x-forwarded-proto': 'http' };
    expect(await callerAtApi(OUTER, http)).toEqual(['2001:db8::7', 'http', undefined]);
  });

  it('is the last address that is not a proxy: those before it, the client may have written', async () => {
    const headers = { ...CLAIMS, 'x-forwarded-for': `192.0.2.1, 198.51.100.7, ${OUTER}` };
    expect(await callerAtApi(OUTER, headers)).toEqual(['198.51.100.7', 'https', undefined]);
  });

  it('is our own scheme when the proxy says none that there is', async () => {
    for (const scheme of [undefined, 'ftp', 'https, http', '']) {
      const headers = {
        'x-forwarded-for': '198.51.100.7',
        ...(scheme !== undefined && { 'x-forwarded-proto': scheme }),
      };
      expect(await callerAtApi(OUTER, headers)).toEqual(['198.51.100.7', 'http', undefined]);
    }
  });

  it('is https with the lines of docs/deploy/proxies.md', async () => {
    expect(await callerAtApi('127.0.0.1', { 'x-forwarded-proto': 'http' }, 'https')).toEqual([
      '127.0.0.1',
      'https',
      undefined,
    ]);
  });
});
