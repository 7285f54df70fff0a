import { child, isJson, type Json } from '../http/json.js';
import type { RouteDocument } from '../http/route-document.js';
import { type Declared, findConcerns } from './concerns.js';
import { type Conventions, documentHeaders, documentParameters } from './headers.js';
import { oauthRefusal, platformRefusals, problemAnswer } from './refusals.js';
import type { CodeSample } from './samples.js';

/** The description of answers without a body. */
const BODILESS: Record<number, string> = {
  202: 'Accepted.',
  204: 'Accepted, without a body.',
  304: 'Unchanged since the `ETag` you sent.',
};

/** An operation of the document, with the declarations of its route. */
export interface Operation {
  name: string;
  declared: Declared;
  /** The codes that only the routes naming them answer with. */
  ofRoutes: ReadonlySet<string>;
  origin: string;
  /** Code that calls operations, by their ids. */
  samples: ReadonlyMap<string, CodeSample[]>;
}

/** Adds the platform's common behaviour to a route's own declarations. */
export function polishOperation(operation: Json, { name, declared, ofRoutes, origin, samples }: Operation): void {
  const { access, document } = declared;
  const counted = access.keyed || access.limit !== undefined;
  const conventions: Conventions = { name, counted, oauth: name.startsWith('post /oauth/'), document };
  const concerned = findConcerns(declared, isPaged(operation), ofRoutes);
  const refusal = (status: number, given: Json) =>
    conventions.oauth ? oauthRefusal(status) : problemAnswer(concerned, status, origin, given);
  operation.operationId = name.replace(/[^a-z]+(.)?/gi, (_all, letter: string | undefined) =>
    (letter ?? '').toUpperCase(),
  );
  const code = samples.get(String(operation.operationId));
  if (code) operation['x-codeSamples'] = code;
  const answers = child(operation, 'responses');
  if (access.keyed) for (const status of ['400', '401', '403', '429']) answers[status] ??= {};
  if (name.startsWith('get ') && '200' in answers) answers['304'] ??= {};
  for (const status of ['500', '503']) answers[status] ??= {};
  polishRequest(operation, documentParameters(document, '304' in answers));
  for (const [status, answer] of Object.entries(answers)) {
    const given = isJson(answer) ? answer : {};
    const polished = Number(status) >= 400 ? refusal(Number(status), given) : success(document, Number(status), given);
    answers[status] = { ...polished, headers: documentHeaders(conventions, Number(status)) };
  }
  Object.assign(answers, platformRefusals({ oauth: conventions.oauth, body: 'requestBody' in operation }));
}

function success(document: RouteDocument, status: number, declared: Json): Json {
  const description = BODILESS[status];
  if (description !== undefined) return { description };
  const content = child(declared, 'content');
  for (const [type, media] of Object.entries(content)) {
    if (isJson(media)) media.example = findExample(document, type);
  }
  return { description: status === 206 ? 'The range you requested.' : 'Success.', content };
}

function findExample({ example, examples }: RouteDocument, type: string): unknown {
  return examples?.[type] ?? example;
}

function isPaged({ parameters }: Json): boolean {
  return Array.isArray(parameters) && parameters.some((parameter) => isJson(parameter) && parameter.name === 'cursor');
}

/** Adds the headers that an operation reads, and marks required ones as the schemas do. */
function polishRequest(operation: Json, headers: Json[]): void {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  for (const parameter of parameters) {
    if (!isJson(parameter)) continue;
    const schema = child(parameter, 'schema');
    if (takeMark(schema, 'x-required')) parameter.required = true;
    if (takeMark(schema, 'x-commas')) Object.assign(parameter, { style: 'form', explode: false });
  }
  const all = [...parameters, ...headers];
  if (all.length > 0) operation.parameters = all;
  const body = child(operation, 'requestBody');
  for (const media of Object.values(child(body, 'content'))) {
    if (isJson(media) && takeMark(child(media, 'schema'), 'x-optional')) body.required = false;
  }
}

function takeMark(schema: Json, mark: string): boolean {
  const marked = schema[mark] === true;
  delete schema[mark];
  return marked;
}
