import { isEventType } from './from-schema-org.js';
import { many, type Node, nodesOf, term } from './schema-org/members.js';

/** Members of an event, and of its place, that may name a thing elsewhere in the document by its `@id`. */
const REFERRING = ['location', 'performer', 'performers', 'offers', 'image', 'eventStatus'];
const OF_PLACES = ['address', 'geo'];

/** The events of a JSON value: items of an array, a `@graph` or an `ItemList`, or itself. Things of other types are left out. */
export function expandDocument(document: unknown): unknown[] {
  if (Array.isArray(document)) return document.flatMap(expandDocument);
  const [node] = nodesOf(document);
  if (!node) return [document];
  if (Array.isArray(node['@graph'])) return expandGraph(nodesOf(node['@graph']));
  return hasType(node, isList) ? expandList(node) : [document];
}

function expandGraph(nodes: Node[]): unknown[] {
  const byId = new Map(
    nodes.flatMap((node) => (typeof node['@id'] === 'string' ? [[node['@id'], node] as const] : [])),
  );
  return nodes.flatMap((node) => {
    if (hasType(node, isList)) return expandList(node);
    if (node['@type'] !== undefined && !hasType(node, isEventType)) return [];
    return [resolveMembers(node, REFERRING, byId)];
  });
}

function expandList(list: Node): unknown[] {
  return nodesOf(list.itemListElement).flatMap((element) => expandDocument(element.item ?? element));
}

function resolveMembers(node: Node, names: readonly string[], byId: ReadonlyMap<string, Node>): Node {
  const resolved = { ...node };
  for (const name of names) {
    if (node[name] === undefined) continue;
    const values = many(node[name]).map((value) => resolveReference(value, byId));
    resolved[name] =
      name === 'location'
        ? values.map((value) => nodesOf(value).map((place) => resolveMembers(place, OF_PLACES, byId))[0] ?? value)
        : values;
  }
  return resolved;
}

function resolveReference(value: unknown, byId: ReadonlyMap<string, Node>): unknown {
  const [node] = nodesOf(value);
  const id = node?.['@id'];
  const isReference = node !== undefined && Object.keys(node).every((key) => key === '@id' || key === '@type');
  return (isReference && typeof id === 'string' && byId.get(id)) || value;
}

function hasType(node: Node, matches: (type: string) => boolean): boolean {
  return many(node['@type']).some((type) => matches(term(String(type))));
}

function isList(type: string): boolean {
  return type === 'ItemList';
}
