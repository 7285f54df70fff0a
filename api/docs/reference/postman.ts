import type { Config } from '../../../src/platform/config/config.js';
import { child, type Json, objectsOf } from '../../http/json.js';
import type { ReferenceOperation, Resource } from './resources.js';
import { CHAIN, CHAIN_STARTS, CHAINED_VALUES, START_BODIES, START_VALUES } from './starts.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** An item of the collection: the call with its parameters; optional ones are switched off. */
function toItem({ id, summary, method, path, json }: ReferenceOperation): Json {
  const parameters = objectsOf(json.parameters);
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const value = ({ name }: Json) => CHAINED_VALUES[`${id}.${name}`] ?? START_VALUES[`${id}.${name}`] ?? '';
  const query = named('query')
    // A key goes into the header.
    .filter(({ name }) => name !== 'key')
    .map((parameter) => ({
      key: parameter.name,
      value: value(parameter),
      description: parameter.description,
      disabled: parameter.required !== true && value(parameter) === '',
    }));
  const header = named('header').map(({ name, required, description }) => ({
    key: name,
    value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
    description,
    disabled: required !== true,
  }));
  const body = START_BODIES[id] && chained(id, START_BODIES[id]);
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ':$1');
  const keyed = objectsOf(json.security).some(({ key }) => key);
  return {
    name: summary,
    ...toScript(id),
    request: {
      method,
      description: json.description,
      url: {
        raw: `{{baseUrl}}/${segments}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
        query,
        variable: named('path').map((parameter) => ({
          key: parameter.name,
          value: value(parameter),
          description: parameter.description,
        })),
      },
      header: [...header, ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : [])],
      ...(body && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
      ...toForm(id, json),
      ...(!keyed && { auth: path.startsWith('/oauth/') ? BASIC : { type: 'noauth' } }),
    },
    response: [],
  };
}

/** The body with variables in place of the values that an earlier call gives. */
function chained(id: string, body: Json): Json {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, CHAINED_VALUES[`${id}.${name}`] ?? value]),
  );
}

/** Sets variables from the answer. An absent value does not change its variable. */
function toScript(id: string): Json {
  const links = CHAIN[id];
  if (!links) return {};
  const exec = [
    'const answer = pm.response.code < 300 ? pm.response.json() : {};',
    ...links.map(({ variable, from }) => `if (${from}) pm.collectionVariables.set('${variable}', ${from});`),
  ];
  return { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
}

const CHAIN_VARIABLES = [...new Set(Object.values(CHAIN).flatMap((links) => links.map(({ variable }) => variable)))];

const BASIC = {
  type: 'basic',
  basic: [
    { key: 'username', value: '{{clientId}}', type: 'string' },
    { key: 'password', value: '{{clientSecret}}', type: 'string' },
  ],
};

function toForm(id: string, operation: Json): Json {
  const form = child(child(child(operation, 'requestBody'), 'content'), 'application/x-www-form-urlencoded');
  if (!('schema' in form)) return {};
  const token = CHAINED_VALUES[`${id}.token`];
  const field = token ? { key: 'token', value: token } : { key: 'grant_type', value: 'client_credentials' };
  return { body: { mode: 'urlencoded', urlencoded: [field] } };
}

/** The operations as a collection for Postman (v2.1). The key is a variable, which starts empty. */
export function postmanCollection(resources: readonly Resource[], { baseUrl }: Config): Json {
  const folders = resources.flatMap(({ name, description, operations }) => {
    const item = operations.filter(({ isWebhook }) => !isWebhook).map(toItem);
    return item.length > 0 ? [{ name, description, item }] : [];
  });
  return {
    info: { name: 'Partner Events API', schema: SCHEMA, description: 'Set the variable `key` to your test key.' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'key', value: '' },
      { key: 'clientId', value: '' },
      { key: 'clientSecret', value: '' },
      ...CHAIN_VARIABLES.map((key) => ({ key, value: CHAIN_STARTS[key] ?? '' })),
    ],
    item: folders,
  };
}
