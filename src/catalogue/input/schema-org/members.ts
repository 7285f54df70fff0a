export type Node = Record<string, unknown>;

/** The values of a member that may appear once, several times or not at all. */
export function many(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flat() : [value];
}

/** Those values that are things. */
export function nodesOf(value: unknown): Node[] {
  return many(value).filter((item): item is Node => typeof item === 'object' && item !== null && !Array.isArray(item));
}

/** The text of a value: a text, a number, the first of several, or the name or value of a thing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(textOf).find((text) => text !== undefined);
  const [node] = nodesOf(value);
  return node && textOf(node['@value'] ?? node.name ?? node.value ?? node.identifier);
}

/** The last part of a term, which may be written as `https://schema.org/EventScheduled` or `schema:EventScheduled`. */
export function term(text: string): string {
  return text.trim().split(/[/#:]/).at(-1) ?? '';
}
