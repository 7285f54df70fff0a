import { child, isJson, type Json } from '../../api/http/json.js';
import { METHODS } from './methods.js';

/** The parts of an operation that the generator reads. */
export interface Operation {
  operationId: string;
  /** Where the client has it: `demo.events` and `list`. */
  resource: string;
  method: string;
  http: string;
  path: string;
  summary: string;
  description: string;
  pathParameters: { name: string; schema: Json }[];
  query: Json[];
  needsIdempotencyKey: boolean;
  /** Whether a key or token is sent. */
  authenticated: boolean;
  body: { schema: Json; required: boolean; form: boolean } | null;
  /** Schema of the JSON answer; `raw` for a file, null for no body. */
  answer: Json | 'raw' | null;
  /** Problem codes it may answer with. */
  codes: string[];
}

/** @throws {Error} for an operation that `METHODS` does not name, or names twice. */
export function readOperations(document: Json): Operation[] {
  const operations = Object.entries(child(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isJson(item) ? item : {}).flatMap(([http, operation]) =>
      isJson(operation) ? [readOperation(operation, http, path)] : [],
    ),
  );
  const names = operations.map(({ resource, method }) => `${resource}.${method}`);
  if (new Set(names).size !== names.length) throw new Error('two operations have the same method');
  return operations;
}

function readOperation(operation: Json, http: string, path: string): Operation {
  const operationId = String(operation.operationId);
  const name = METHODS[operationId];
  if (!name) throw new Error(`${http} ${path}: tools/client/methods.ts has no method for ${operationId}`);
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters : []).filter(isJson);
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const security = Array.isArray(operation.security) ? operation.security : [];
  return {
    operationId,
    resource: name.slice(0, name.lastIndexOf('.')),
    method: name.slice(name.lastIndexOf('.') + 1),
    http: http.toUpperCase(),
    path,
    summary: String(operation.summary ?? ''),
    description: String(operation.description ?? ''),
    pathParameters: inPlace('path').map((parameter) => ({
      name: String(parameter.name),
      schema: child(parameter, 'schema'),
    })),
    // A key goes into the header, but where only the address can hold it.
    query: inPlace('query').filter((parameter) => parameter.name !== 'key' || parameter.required === true),
    needsIdempotencyKey: inPlace('header').some((parameter) => parameter.name === 'Idempotency-Key'),
    authenticated: security.length > 0,
    body: readBody(child(operation, 'requestBody')),
    answer: readAnswer(child(operation, 'responses')),
    codes: readCodes(child(operation, 'responses')),
  };
}

function readBody(body: Json): Operation['body'] {
  const [[type, media] = []] = Object.entries(child(body, 'content'));
  if (!type || !isJson(media)) return null;
  const schema = child(media, 'schema');
  // An object without fields: nothing to say.
  if (isJson(schema.properties) && Object.keys(schema.properties).length === 0) return null;
  return { schema, required: body.required !== false, form: type.includes('form') };
}

function readAnswer(responses: Json): Operation['answer'] {
  const content = child(child(responses, '200'), 'content');
  const types = Object.keys(content);
  if (types.length === 0) return null;
  return types.length === 1 && types[0] === 'application/json'
    ? child(child(content, 'application/json'), 'schema')
    : 'raw';
}

function readCodes(responses: Json): string[] {
  return Object.values(responses).flatMap((answer) =>
    isJson(answer) ? Object.keys(child(child(child(answer, 'content'), 'application/problem+json'), 'examples')) : [],
  );
}
