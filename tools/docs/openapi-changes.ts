import { isJson, type Json } from '../../api/http/json.js';

/**
 * The content of a document, one line each: operations, their parameters and answers, objects, their fields, values of
 * enumerations.
 */
function offersOf(document: Json): Set<string> {
  const offers = new Set<string>();
  const walk = (node: unknown, place: string): void => {
    if (!isJson(node)) return;
    for (const value of Array.isArray(node.enum) ? node.enum : []) offers.add(`${place}=${value}`);
    for (const [name, field] of Object.entries(isJson(node.properties) ? node.properties : {})) {
      offers.add(`${place}.${name}`);
      walk(field, `${place}.${name}`);
    }
    walk(node.items, place);
    for (const part of ['anyOf', 'oneOf', 'allOf']) for (const branch of listOf(node[part])) walk(branch, place);
  };
  const paths = isJson(document.paths) ? document.paths : {};
  const hooks = isJson(document.webhooks) ? document.webhooks : {};
  for (const [path, item] of [...Object.entries(paths), ...Object.entries(hooks)]) {
    for (const [method, operation] of Object.entries(isJson(item) ? item : {})) {
      if (!isJson(operation)) continue;
      const name = `${method.toUpperCase()} ${path}`;
      offers.add(name);
      for (const parameter of listOf(operation.parameters)) offers.add(`${name} ${parameter.name}`);
      for (const status of Object.keys(isJson(operation.responses) ? operation.responses : {}))
        offers.add(`${name} ${status}`);
    }
  }
  const components = isJson(document.components) ? document.components : {};
  for (const [name, schema] of Object.entries(isJson(components.schemas) ? components.schemas : {})) {
    offers.add(name);
    walk(schema, name);
  }
  return offers;
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

export interface Changes {
  added: string[];
  /** Never done in version 1 (contract: Versioning 2). */
  removed: string[];
}

export function changesBetween(before: Json, after: Json): Changes {
  const [old, now] = [offersOf(before), offersOf(after)];
  return { added: [...now].filter((part) => !old.has(part)), removed: [...old].filter((part) => !now.has(part)) };
}

/** Additions that no entry of the changelog names: as code, or by their operation or object. */
export function unannounced(added: readonly string[], changelog: string): string[] {
  const named = (offer: string) => changelog.includes(`\`${offer}\``);
  return added.filter((offer) => {
    const [operation = ''] = /^[A-Z]+ \S+/.exec(offer) ?? [];
    const [object = ''] = offer.split(/[.=]/);
    return !named(offer) && !named(operation) && !named(object);
  });
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * The committed form of the document: the same on every machine, and without code samples and examples, which may
 * change freely.
 */
export function committedForm(document: Json, origin: string): string {
  const text = JSON.stringify(
    document,
    (name, value) => {
      if (['x-codeSamples', 'example', 'examples'].includes(name)) return undefined;
      // The order of their registration does not matter.
      return name === 'schemas' && isJson(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value;
    },
    1,
  );
  return `${text.replaceAll(origin, 'https://api.example.com')}\n`;
}
