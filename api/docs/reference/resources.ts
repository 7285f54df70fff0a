import { child, isJson, type Json, objectsOf } from '../../http/json.js';

/** An operation of the OpenAPI document, or what we send to a webhook. */
export interface ReferenceOperation {
  id: string;
  summary: string;
  method: string;
  /** Below the base URL; the type of the event of a webhook. */
  path: string;
  isWebhook: boolean;
  json: Json;
}

/** A page of the reference: the operations of one tag, and the objects that they are the first to use. */
export interface Resource {
  slug: string;
  name: string;
  description: string;
  operations: ReferenceOperation[];
  objects: { name: string; schema: Json }[];
}

function listOperations(document: Json, part: 'paths' | 'webhooks'): ReferenceOperation[] {
  return Object.entries(child(document, part)).flatMap(([path, item]) =>
    Object.entries(isJson(item) ? item : {}).flatMap(([method, json]) =>
      isJson(json)
        ? [
            {
              id: String(json.operationId),
              summary: String(json.summary),
              method: method.toUpperCase(),
              path,
              isWebhook: part === 'webhooks',
              json,
            },
          ]
        : [],
    ),
  );
}

/** The name of the schema that a reference leads to. */
export const referredName = (ref: unknown): string | null =>
  typeof ref === 'string' && ref.startsWith('#/components/schemas/') ? (ref.split('/').at(-1) ?? null) : null;

/** How often each schema is referred to in a part of the document, itself and through others. */
function countReferences(node: unknown, counts: Map<string, number>): void {
  if (Array.isArray(node)) for (const child of node) countReferences(child, counts);
  if (!isJson(node)) return;
  const name = referredName(node.$ref);
  if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const value of Object.values(node)) countReferences(value, counts);
}

/** Problem bodies are explained once, in the conventions. */
const EXPLAINED_ELSEWHERE = new Set(['Problem', 'OAuthError']);

/** The pages of the reference, in the order of the document's tags. */
export function readResources(document: Json): Resource[] {
  const schemas = child(child(document, 'components'), 'schemas');
  const operations = [...listOperations(document, 'paths'), ...listOperations(document, 'webhooks')];
  const placed = new Set(EXPLAINED_ELSEWHERE);
  return objectsOf(document.tags).map(({ name, description }) => {
    const own = operations.filter(({ json }) => Array.isArray(json.tags) && json.tags[0] === name);
    const found: string[] = [];
    const collect = (node: unknown): void => {
      const counts = new Map<string, number>();
      countReferences(node, counts);
      for (const name of counts.keys()) {
        if (placed.has(name)) continue;
        placed.add(name);
        found.push(name);
        collect(schemas[name]);
      }
    };
    for (const { json } of own) collect(json);
    return {
      slug: `reference/${String(name).toLowerCase()}`,
      name: String(name),
      description: String(description),
      operations: own,
      objects: found.flatMap((name) => {
        const schema = schemas[name];
        return isJson(schema) ? [{ name, schema }] : [];
      }),
    };
  });
}
