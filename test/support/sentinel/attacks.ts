import { randomUUID } from 'node:crypto';
import { bearer, FORM, form, JSON_BODY } from './flows.js';
import type { Stage } from './stage.js';

const percent = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

/** Keys where they belong and where they do not. */
export async function credentials(stage: Stage): Promise<void> {
  const { site, keys, markers, event } = stage;
  for (const key of Object.values(keys)) {
    const origin = { origin: 'https://shop.example' };
    await site.call('events', '/v1/events', { headers: { ...bearer(key), ...origin } });
    await site.call('earnings', '/v1/earnings', { headers: bearer(key) });
    await site.call('events at the second address', '/api/v1/events', { headers: bearer(key) });
    await site.call('key in the address', `/v1/events?key=${key}`);
    await site.call('key in the address', `/v1/events?city=${key}`);
    await site.call('key in the address', `/v1/events?${percent('key')}=${percent(key)}`);
    await site.call('key in the path', `/v1/events/${key}`, { headers: bearer(keys.server) });
    await site.call('key in the path', `/v1/events/${percent(key)}`, { headers: bearer(keys.server) });
    await site.call('key in the path', `/v1/orders/x${key}`, { headers: bearer(keys.server) });
    await site.call('key in the path', `/nowhere/${key}`);
    await site.call('key under another scheme', '/v1/events', { headers: { authorization: `Token ${key}` } });
    for (const file of ['json', 'rss', 'xml', 'csv', 'ics'])
      await site.call('feed', `/v1/feeds/events.${file}?key=${key}`);
    await site.call('assistant', `/v1/mcp?key=${key}`);
  }
  const cookie = { cookie: `session=${markers.word('header secret')}`, 'x-api-key': markers.word('header secret') };
  await site.call('event', `/v1/events/${event.id}`, { headers: { ...bearer(keys.server), ...cookie } });
  // With hyphens, because the log masks any text of a token's length without them.
  await site.call('nothing', `/v1/events/${markers.add('text in a path', `sentinel-${randomUUID()}`)}`, {
    headers: { ...bearer(keys.server), ...cookie },
  });
  await site.call('nothing', `/nowhere?secret=${markers.word('query secret')}`, { headers: cookie });
  await site.call('bad page', `/v1/events?limit=${markers.word('query secret')}`, { headers: bearer(keys.server) });
  await site.call('bad page', `/v1/events?cursor=${markers.word('query secret')}`, { headers: bearer(keys.server) });
  await site.call('bad encoding', `/v1/events/%ZZ${markers.word('query secret')}`, { headers: bearer(keys.server) });
}

/** Correct OAuth calls, and every wrong way of sending a secret. */
export async function oauth(stage: Stage): Promise<void> {
  const { site, client, markers, event } = stage;
  const { id: client_id, secret: client_secret } = client;
  const post = (name: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    site.call(name, path, { method: 'POST', headers: { ...FORM, ...headers }, body: form(fields) });
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
  });
  const grant = { grant_type: 'client_credentials' };
  const given = await post('token', '/v1/oauth/token', { ...grant, client_id, client_secret });
  const token = markers.add('access token', JSON.parse(given.text).access_token);
  const other = await post('token', '/v1/oauth/token', grant, basic(client_secret));
  markers.add('access token', JSON.parse(other.text).access_token);
  const wrong = markers.word('client secret', 'tt_cs_');
  await post('token refused', '/v1/oauth/token', { ...grant, client_id, client_secret: wrong });
  await post('token refused', '/v1/oauth/token', grant, basic(wrong));
  await post('token refused', '/v1/oauth/token', { ...grant, client_id, client_secret }, basic(client_secret));
  await post('token refused', '/v1/oauth/token', {
    ...grant,
    client_id,
    client_secret,
    scope: markers.word('body secret'),
  });
  await post('token refused', `/v1/oauth/token?${form({ client_id, client_secret })}`, grant);
  await post('token refused', `/v1/oauth/revoke?token=${token}`, { client_id, client_secret });
  await site.call('token refused', '/v1/oauth/token', {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ ...grant, client_id, client_secret }),
  });
  await site.call('events', '/v1/events', { headers: bearer(token) });
  await site.call('tickets', `/v1/events/${event.id}/tickets`, { headers: bearer(token) });
  for (const key of [client_secret, token]) await site.call('key in the address', `/v1/events?key=${key}`);
  await site.call('secret as a key', '/v1/events', { headers: bearer(client_secret) });
  await post('token revoked', '/v1/oauth/revoke', { client_id, client_secret, token });
  await post('token refused', '/v1/oauth/revoke', { client_id, client_secret: wrong, token });
  await site.call('events', '/v1/events', { headers: bearer(token) });
}

/** Bodies that cannot be read, and what assistants and browsers send. */
export async function bodies(stage: Stage): Promise<void> {
  const { site, keys, markers, event } = stage;
  const secret = () => markers.word('body secret');
  const post = (name: string, path: string, body: string, headers: Record<string, string> = JSON_BODY) =>
    site.call(name, path, {
      method: 'POST',
      headers: { ...bearer(keys.server), 'idempotency-key': 'abcdefgh', ...headers },
      body,
    });
  await post('malformed JSON', '/v1/orders', `{"buyer_email": "${markers.email()}", "card": "${secret()}`);
  await post('malformed JSON', '/v1/orders', `[${secret()}]`);
  await post('unusual JSON', '/v1/orders', `{"__proto__": {"card": "${secret()}"}}`);
  await post('too large', '/v1/orders', JSON.stringify({ card: secret(), filler: 'x'.repeat(70_000) }));
  await post('no JSON', '/v1/orders', `card=${secret()}`, FORM);
  await post('no JSON', '/v1/orders', `card ${secret()}`, { 'content-type': 'text/plain' });
  await site.call('wrong method', `/v1/events?secret=${markers.word('query secret')}`, {
    method: 'DELETE',
    headers: bearer(keys.server),
  });

  const track = { type: 'click', event_id: event.id };
  for (const key of [keys.website, keys.wrong, keys.server])
    await post('signal', '/v1/track', JSON.stringify({ ...track, key }), JSON_BODY);
  await post('signal', '/v1/track', JSON.stringify({ ...track, key: keys.website }), {
    'content-type': 'text/plain',
    authorization: '',
  });
  await post('signal', '/v1/track', `{"key": "${secret()}`, { 'content-type': 'text/plain' });

  const ask = (name: string, args: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  await post('assistant', '/v1/mcp', ask('find_events', { city: 'Lisbon' }));
  await post('assistant', `/v1/mcp?key=${keys.website}`, ask('find_events', { city: 'Lisbon' }), {
    ...JSON_BODY,
    authorization: '',
  });
  await post('assistant', `/v1/mcp?key=${keys.server}`, ask('find_events', {}));
  await post('assistant', '/v1/mcp', ask('buy', { key: keys.wrong, card: secret() }));
  await post('assistant', '/v1/mcp', ask('get_event', { id: event.id, card: secret() }));
  await post('assistant', '/v1/mcp', `{"method": "${secret()}`);
}
