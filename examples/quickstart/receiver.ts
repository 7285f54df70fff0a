// Save as receiver.mjs. Run: PORT=4000 WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT = '4000', WEBHOOK_SECRET = '' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the signing secret of your webhook.');

function isOurs(header = '', body = Buffer.alloc(0)) {
  const parts = header.split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${t}.`).update(body).digest();
  return parts.some(([name, hex]) => {
    const given = Buffer.from(hex ?? '', 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray().catch(() => []));
  const verified = isOurs(String(request.headers['service-signature']), body);
  console.log(verified ? 'verified' : 'refused', request.headers['service-event'], body.toString());
  response.writeHead(verified ? 204 : 401).end();
}).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
