import { child, isJson, type Json } from '../http/json.js';
import { exampleOf } from './examples/index.js';
import { headersOf, type Manners, parametersOf } from './headers.js';
import { oauthRefusal, platformRefusals, problemAnswer } from './refusals.js';

/** Of answers without a body. */
const BODILESS: Record<number, string> = {
  202: 'Accepted.',
  204: 'Accepted, without a body.',
  304: 'Unchanged since the `ETag` you sent.',
};

/** Completes what a route declares of itself by what the platform does for every route. */
export function polishOperation(operation: Json, name: string, origin: string): void {
  const manners: Manners = { name, counted: operation['x-counted'] === true, oauth: name.startsWith('post /oauth/') };
  const keyed = operation['x-keyed'] === true;
  delete operation['x-counted'];
  delete operation['x-keyed'];
  operation.operationId = name.replace(/[^a-z]+(.)?/gi, (_all, letter: string | undefined) =>
    (letter ?? '').toUpperCase(),
  );
  const answers = child(operation, 'responses');
  if (keyed) for (const status of ['400', '401', '403', '429']) answers[status] ??= {};
  if (name.startsWith('get ') && '200' in answers) answers['304'] ??= {};
  for (const status of ['500', '503']) answers[status] ??= {};
  polishRequest(operation, parametersOf(name, '304' in answers));
  for (const [status, answer] of Object.entries(answers)) {
    answers[status] = polishAnswer(manners, Number(status), isJson(answer) ? answer : {}, origin);
  }
  Object.assign(answers, platformRefusals({ oauth: manners.oauth, body: 'requestBody' in operation }));
}

function polishAnswer(manners: Manners, status: number, declared: Json, origin: string): Json {
  const { name, oauth } = manners;
  const headers = headersOf(manners, status);
  if (status >= 400) {
    return { ...(oauth ? oauthRefusal(status) : problemAnswer(name, status, origin, declared)), headers };
  }
  const description = BODILESS[status];
  if (description !== undefined) return { description, headers };
  const content = child(declared, 'content');
  for (const [type, media] of Object.entries(content)) {
    if (isJson(media)) media.example = exampleOf(name, type, schemaName(media));
  }
  return { description: status === 206 ? 'The part you asked for.' : 'Success.', content, headers };
}

/** Of what the body's schema refers to; empty when it stands there itself. */
function schemaName(media: Json): string {
  return String(child(media, 'schema').$ref ?? '')
    .split('/')
    .at(-1) as string;
}

/** Adds the headers an operation reads, and says what is required as the marks of the schemas do. */
function polishRequest(operation: Json, headers: Json[]): void {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  for (const parameter of parameters) {
    if (isJson(parameter) && takeMark(child(parameter, 'schema'), 'x-required')) parameter.required = true;
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
