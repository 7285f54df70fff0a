import { PROBLEMS } from '../../src/domain/problems.js';
import { concerns } from './concerns.js';
import { EXAMPLES } from './examples.js';

interface Json {
  [key: string]: unknown;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function child(object: Json, key: string): Json {
  const value = object[key];
  return isJson(value) ? value : {};
}

const TEXT = { type: 'string' };
const COUNT = { type: 'integer' };

const REQUEST_ID = {
  'Service-Request-Id': {
    description: 'Names the request for support; errors repeat it as `request_id`.',
    schema: TEXT,
  },
};
const ETAG = {
  ETag: { description: 'A fingerprint of the answer; send it back as `If-None-Match`.', schema: TEXT },
};
const LIMITS = {
  'RateLimit-Limit': { description: 'Requests a minute.', schema: COUNT },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: COUNT },
  'RateLimit-Reset': { description: 'Seconds until the window resets.', schema: COUNT },
};
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: COUNT } };
const CHALLENGE = { 'WWW-Authenticate': { description: 'Always `Bearer`.', schema: TEXT } };
const BASIC_CHALLENGE = {
  'WWW-Authenticate': { description: '`Basic`, unless the client had sent its secret in the body.', schema: TEXT },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'An `ETag` received before: unchanged answers are 304 without a body.',
  schema: TEXT,
};

/** Headers that routes read themselves, by method and path. */
const READ_HEADERS: Record<string, Json[]> = {
  'post /orders': [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'The same key returns the same order and never a second hold.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,80}$' },
    },
  ],
};

function problemAnswer(name: string, status: number, origin: string): Json {
  const examples: Json = {};
  for (const [code, [known, title, detail]] of Object.entries(PROBLEMS)) {
    if (known !== status || !concerns(code, name)) continue;
    const value = {
      type: `${origin}/problems/${code}`,
      title,
      status,
      detail,
      request_id: 'req_8kT2vQ0aXy5Lr3Wn7Bd1',
      code,
    };
    examples[code] = { value };
  }
  const media = { schema: { $ref: '#/components/schemas/Problem' }, examples };
  const description = `Code ${Object.keys(examples).join(', ')}.`;
  return { description, content: { 'application/problem+json': media } };
}

/** What RFC 6749 says of each status; the others stand for what the platform refuses with. */
const OAUTH_CODES: Record<number, string> = {
  400: 'invalid_request, unauthorized_client, unsupported_grant_type, invalid_scope',
  401: 'invalid_client',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

function oauthRefusal(status: number): Json {
  const schema = { $ref: '#/components/schemas/OAuthError' };
  const description = `Error ${OAUTH_CODES[status] ?? 'invalid_request'}.`;
  return { description, content: { 'application/json': { schema } } };
}

/** Adds an example to an answer whose schema has one. */
function describeGood(answer: Json): void {
  answer.description = 'The answer.';
  for (const media of Object.values(child(answer, 'content'))) {
    if (!isJson(media)) continue;
    const example = EXAMPLES[String(child(media, 'schema').$ref).split('/').at(-1) ?? ''];
    if (example !== undefined) media.example = example;
  }
}

function polishOperation(operation: Json, name: string, origin: string): void {
  const counted = operation['x-counted'] === true;
  const keyed = operation['x-keyed'] === true;
  delete operation['x-counted'];
  delete operation['x-keyed'];
  operation.operationId = name.replace(/[^a-z]+(.)?/gi, (_all, letter: string | undefined) =>
    (letter ?? '').toUpperCase(),
  );
  const answers = child(operation, 'responses');
  const oauth = name.startsWith('post /oauth/');
  if (keyed) for (const status of ['400', '401', '403', '429']) answers[status] ??= {};
  if (name.startsWith('get ') && '200' in answers) answers['304'] ??= {};
  for (const status of ['500', '503']) answers[status] ??= {};
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  parameters.push(...(READ_HEADERS[name] ?? []), ...('304' in answers ? [IF_NONE_MATCH] : []));
  if (parameters.length > 0) operation.parameters = parameters;

  for (const [status, answer] of Object.entries(answers)) {
    const code = Number(status);
    const good = code === 200 || code === 304;
    const refusal = oauth ? oauthRefusal(code) : problemAnswer(name, code, origin);
    const documented = code >= 400 ? refusal : isJson(answer) ? answer : {};
    if (code === 304) Object.assign(documented, { description: 'Unchanged.', content: undefined });
    if (code === 204) Object.assign(documented, { description: 'Done.', content: undefined });
    if (code === 200) describeGood(documented);
    documented.headers = {
      ...REQUEST_ID,
      ...(good && name.startsWith('get ') && ETAG),
      ...(counted && code !== 401 && LIMITS),
      ...(code === 401 && (oauth ? BASIC_CHALLENGE : CHALLENGE)),
      ...((code === 429 || code === 503) && RETRY_AFTER),
    };
    answers[status] = documented;
  }
}

/** Gives back the defaults that the library drops from transformed values. */
function restoreDefaults(schema: unknown): void {
  if (Array.isArray(schema)) schema.forEach(restoreDefaults);
  if (!isJson(schema)) return;
  if ('x-default' in schema) {
    schema.default = schema['x-default'];
    delete schema['x-default'];
  }
  Object.values(schema).forEach(restoreDefaults);
}

/** Answers may grow: a schema that forbids more would break a client that checks (contract: Versioning 2). */
function openUp(schema: unknown): void {
  if (Array.isArray(schema)) schema.forEach(openUp);
  if (!isJson(schema)) return;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  Object.values(schema).forEach(openUp);
}

/** Schemas come in two forms, as taken and as given; only those that something refers to are kept, under their plain name. */
function keepReferred(document: Json, schemas: Json): void {
  for (let before = -1; before !== Object.keys(schemas).length; ) {
    before = Object.keys(schemas).length;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas)) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

/** Makes the generated document say what the platform does for every route: headers, problems, open answers. */
export function polish(document: unknown, origin: string): Json {
  if (!isJson(document)) throw new TypeError('the OpenAPI document is no object');
  const schemas = child(child(document, 'components'), 'schemas');
  for (const [path, item] of Object.entries(child(document, 'paths'))) {
    if (!isJson(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (isJson(operation)) polishOperation(operation, `${method} ${path}`, origin);
    }
  }
  restoreDefaults(document);
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith('Input')) openUp(schema);
  keepReferred(document, schemas);
  return usePlainNames(document, schemas);
}

/** `NewOrderInput` is `NewOrder` where nothing else bears that name. */
function usePlainNames(document: Json, schemas: Json): Json {
  let text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) {
    const plain = name.replace(/Input$/, '');
    if (plain === name || plain in schemas) continue;
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${plain}"`);
    text = text.replace(`"${name}":`, `"${plain}":`);
  }
  return JSON.parse(text) as Json;
}
