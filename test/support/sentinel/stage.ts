import type { ServerResponse } from 'node:http';
import { createKey } from '../../../src/access/create-key.js';
import { createClient } from '../../../src/access/oauth-clients.js';
import { addSubscription } from '../../../src/bulk/subscriptions.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { addPostback, addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { rotateSecret } from '../../../src/deliveries/endpoints/secrets.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import type { TestContext } from '../context.js';
import { revokeKey } from '../dashboard/as-operator.js';
import { addEvent, addTicketType } from '../data/build.js';
import type { Received, Receiver } from '../outside/receiver.js';
import { touchEvents } from '../temporal/fan-out.js';
import type { Markers } from './markers.js';
import type { Site } from './site.js';

/** A partner with everything a partner can have, each secret of it marked. */
export interface Stage {
  ctx: TestContext;
  site: Site;
  temporal: TemporalClient;
  markers: Markers;
  receiver: Receiver;
  companyId: string;
  keyIds: { test: string; server: string };
  keys: { test: string; website: string; server: string; wrong: string; revoked: string };
  ref: string;
  client: { id: string; secret: string };
  event: { id: string; paid: string; free: string; last: string };
  sample: { id: string; paid: string };
  hooks: { fine: string; failing: string; lost: string; postback: string };
  subscriptionId: string;
}

/** The receiver answers as the path of a call says; the answers are marked. */
export function answerByPath(markers: Markers): (response: ServerResponse, received: Received) => void {
  const answer = markers.word('answer of a receiver');
  const elsewhere = markers.word('address in a redirect');
  return (response, { path }) => {
    if (path.startsWith('/failing')) response.writeHead(500).end(answer);
    else if (path.startsWith('/moved'))
      response.writeHead(302, { location: `http://127.0.0.1:9/?t=${elsewhere}` }).end();
    else response.writeHead(200).end(answer);
  };
}

export async function prepareStage(
  parts: Pick<Stage, 'ctx' | 'site' | 'temporal' | 'markers' | 'receiver'>,
): Promise<Stage> {
  const { ctx, markers } = parts;
  const { id: companyId } = await createCompany(ctx, { name: 'Watched Ltd' });
  const key = async (kind: 'test' | 'website' | 'server', prefix: string, label: string) => {
    const capabilities = kind === 'website' ? [] : ['EMBEDDED_CHECKOUT', 'BULK_FEEDS', 'CARD_LINKED_OFFERS'];
    const domains = kind === 'website' ? ['shop.example'] : [];
    return createKey(ctx, { companyId, kind, capabilities, domains, secret: markers.word(label, prefix) });
  };
  const test = await key('test', 'tt_test_', 'test key');
  const website = await key('website', 'tt_pk_live_', 'website key');
  const server = await key('server', 'tt_sk_live_', 'server key');
  const revoked = await key('server', 'tt_sk_live_', 'revoked key');
  await revokeKey(ctx, revoked.id);
  const client = { id: 'oac_watched', secret: markers.word('client secret', 'tt_cs_') };
  await createClient(ctx, { companyId, keyId: server.id, given: client });
  const [row] = await ctx.sql<{ ref: string }[]>`SELECT ref FROM api_keys WHERE id = ${server.id}`;
  const events = await prepareEvents(ctx);
  const hooks = await prepareHooks(parts, server.id, test.id);
  return {
    ...parts,
    companyId,
    keyIds: { test: test.id, server: server.id },
    keys: {
      test: test.key,
      website: website.key,
      server: server.key,
      revoked: revoked.key,
      wrong: markers.word('wrong key', 'tt_sk_live_'),
    },
    ref: row?.ref ?? '',
    client,
    ...events,
    hooks,
    subscriptionId: (await addSubscription(ctx, { company: companyId })).id,
  };
}

async function prepareEvents(ctx: TestContext): Promise<Pick<Stage, 'event' | 'sample'>> {
  const eventId = await addEvent(ctx, {});
  const sampleId = await addEvent(ctx, { id: 'evt_test_watched', test: true });
  const event = {
    id: eventId,
    paid: await addTicketType(ctx, eventId, { capacity: 500 }),
    free: await addTicketType(ctx, eventId, { price_minor: 0, total_minor: 0 }),
    last: await addTicketType(ctx, eventId, { capacity: 1 }),
  };
  const reward = { reward_kind: 'flat', reward_amount_minor: 300, reward_currency: 'EUR' };
  await ctx.sql`UPDATE events SET ${ctx.sql(reward)}`;
  const sample = { id: sampleId, paid: await addTicketType(ctx, sampleId, { capacity: 500 }) };
  await touchEvents(ctx, [eventId, sampleId]);
  return { event, sample };
}

/** Receivers that are well, fail, send elsewhere, speak no TLS, do not listen and do not exist. */
async function prepareHooks(
  { ctx, markers, receiver }: Pick<Stage, 'ctx' | 'markers' | 'receiver'>,
  server: string,
  test: string,
): Promise<Stage['hooks']> {
  const address = (base: string) => {
    return `${base}/${markers.word('token in an address')}?token=${markers.word('token in an address')}`;
  };
  const webhook = async (base: string, as = ctx, key = server): Promise<string> => {
    const { id, secret } = await addWebhook(as, { key, url: address(base) });
    markers.add('webhook secret', secret);
    return id;
  };
  const fine = await webhook(`${receiver.url}/fine`);
  markers.add('webhook secret', (await rotateSecret(ctx, fine)).secret);
  const failing = await webhook(`${receiver.url}/failing`);
  await webhook(`${receiver.url}/moved`);
  await webhook(receiver.url.replace('http:', 'https:'));
  await webhook('http://127.0.0.1:1');
  await webhook('https://nowhere.invalid');
  await webhook(`${receiver.url}/fine`, ctx, test);
  const lost = await webhook(`${receiver.url}/fine`, { ...ctx, encryptionKey: Buffer.alloc(32, 3) });
  const template = (base: string) => `${address(base)}&c={sub_id}&s={status}&d={delivery_id}`;
  const postback = await addPostback(ctx, { key: server, url: template(`${receiver.url}/fine`) });
  await addPostback(ctx, { key: server, url: template(`${receiver.url}/failing`) });
  await addPostback(ctx, { key: test, url: template(`${receiver.url}/fine`) });
  return { fine, failing, lost, postback: postback.id };
}
