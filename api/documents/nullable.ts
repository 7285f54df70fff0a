import { isJson } from '../http/json.js';

/** Writes `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`: shorter, and more generators know it. */
export function shortenNullable(schema: unknown): void {
  if (Array.isArray(schema)) schema.forEach(shortenNullable);
  if (!isJson(schema)) return;
  Object.values(schema).forEach(shortenNullable);
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return;
  const [one, none] = schema.anyOf;
  if (!isJson(one) || !isJson(none) || none.type !== 'null' || typeof one.type !== 'string' || 'enum' in one) return;
  const { anyOf: _, ...rest } = schema;
  Object.assign(schema, one, rest, { type: [one.type, 'null'] });
  delete schema.anyOf;
}
