import { child, isJson, type Json } from '../http/json.js';
import { codesOfRoutes, type Declared } from './concerns.js';
import { polishOperation } from './operations.js';
import { sharedRefusals } from './refusals.js';
import { readSamples } from './samples.js';

/** Changes each object in a part of the document, the inner ones first. */
function changeEach(part: unknown, change: (schema: Json) => void): void {
  if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) changeEach(inner, change);
  if (isJson(part)) change(part);
}

/** Gives back the defaults that the library drops from transformed values. */
function restoreDefault(schema: Json): void {
  if (!('x-default' in schema)) return;
  schema.default = schema['x-default'];
  delete schema['x-default'];
}

/** Responses may gain fields: a closed schema would break clients that validate (contract: Versioning 2). */
function openUp(schema: Json): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Schemas come in two forms, for input and output. Only referenced ones are kept, under their plain name. */
function keepReferred(document: Json, schemas: Json): void {
  for (let before = -1; before !== Object.keys(schemas).length; ) {
    before = Object.keys(schemas).length;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas)) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

/** Adds the platform's headers, problems and open answers. @param routes the declarations of routes, by `method path`. */
export function polish(document: unknown, routes: ReadonlyMap<string, Declared>, origin: string): Json {
  if (!isJson(document)) throw new TypeError('the OpenAPI document is no object');
  const components = child(document, 'components');
  components.responses = sharedRefusals(origin);
  const schemas = child(components, 'schemas');
  const ofRoutes = codesOfRoutes(routes.values());
  const samples = readSamples();
  for (const [path, item] of Object.entries(child(document, 'paths'))) {
    if (!isJson(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      const name = `${method} ${path}`;
      const declared = routes.get(name);
      if (isJson(operation) && declared) polishOperation(operation, { name, declared, ofRoutes, origin, samples });
    }
  }
  changeEach(document, restoreDefault);
  changeEach([document.paths, schemas], shortenNullable);
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith('Input')) changeEach(schema, openUp);
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

/** Writes `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`: shorter, and more generators know it. */
function shortenNullable(schema: Json): void {
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return;
  const [one, none] = schema.anyOf;
  if (!isJson(one) || !isJson(none) || none.type !== 'null' || typeof one.type !== 'string' || 'enum' in one) return;
  const { anyOf: _, ...rest } = schema;
  Object.assign(schema, one, rest, { type: [one.type, 'null'] });
  delete schema.anyOf;
}
