import { child, isJson, type Json } from '../../http/json.js';
import { referredName } from './resources.js';

export type ObjectLink = (name: string) => string;

/** Text as a cell of a table of Markdown. */
export const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');

const isNull = (schema: unknown): boolean => isJson(schema) && schema.type === 'null';

const findVariants = (schema: Json): unknown[] | null => {
  const variants = schema.anyOf ?? schema.oneOf;
  return Array.isArray(variants) ? variants : null;
};

/** The type of a value, in words: `string or null`, `array of Event`. */
export function typeText(schema: unknown, link: ObjectLink): string {
  if (!isJson(schema)) return 'any';
  const name = referredName(schema.$ref);
  if (name !== null) return link(name);
  const variants = findVariants(schema);
  if (variants)
    return [...new Set(variants.map((variant) => (isNull(variant) ? 'null' : typeText(variant, link))))].join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const).replaceAll('"', '')}\``;
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  const words = types.map((type) => {
    if (type === 'array') return `array of ${typeText(schema.items, link)}`;
    return type === 'string' && typeof schema.format === 'string' ? schema.format : type;
  });
  return words.join(' or ') || 'any';
}

/** The limits of a value, as sentences. */
function limitText(schema: Json): string[] {
  const words: string[] = [];
  if (Array.isArray(schema.enum)) {
    words.push(`One of ${schema.enum.map((value) => `\`${String(value ?? 'null')}\``).join(', ')}.`);
  }
  if (typeof schema.minimum === 'number' && typeof schema.maximum === 'number' && schema.maximum < 1e15) {
    words.push(`From ${schema.minimum} to ${schema.maximum}.`);
  }
  if (schema.default !== undefined) words.push(`Default: \`${String(schema.default)}\`.`);
  return words;
}

/** The description of a field, with its limits where the description does not name them already. */
export function meaning(schema: Json, description = schema.description): string {
  const text = typeof description === 'string' ? description : '';
  const limits = limitText(schema).filter((limit) => !limit.startsWith('One of') || !allNamed(schema.enum, text));
  return cell([text, ...limits].filter(Boolean).join(' '));
}

const allNamed = (values: unknown, text: string): boolean =>
  Array.isArray(values) && values.every((value) => text.includes(`\`${String(value)}\``));

/** An object within a value that has no name of its own: directly, in an array, or in a union with null. */
function inner(schema: unknown): Json | null {
  if (!isJson(schema) || schema.$ref !== undefined) return null;
  if (isJson(schema.properties)) return schema;
  if (isJson(schema.items)) return inner(schema.items);
  const variants = (findVariants(schema) ?? []).filter((variant) => !isNull(variant));
  return variants.length === 1 ? inner(variants[0]) : null;
}

/** Every field of an object as a row of a table. Fields of unnamed objects have a dot in their names. */
function toRows(schema: Json, prefix: string, link: ObjectLink): string[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(child(schema, 'properties')).flatMap(([name, field]) => {
    if (!isJson(field)) return [];
    const path = `${prefix}${name}`;
    const optional = required.has(name) ? '' : ', optional';
    const row = `| \`${path}\` | ${typeText(field, link)}${optional} | ${meaning(field)} |`;
    const nested = inner(field);
    return [row, ...(nested ? toRows(nested, `${path}.`, link) : [])];
  });
}

/** A table of an object's fields, or a table for each object of a union. */
export function fieldTable(schema: Json, link: ObjectLink): string {
  const variants = findVariants(schema) ?? (Array.isArray(schema.allOf) ? schema.allOf : null);
  if (variants) {
    const words = variants.map((variant) => typeText(variant, link)).join(' or ');
    const tables = variants.filter(isJson).map((variant) => (variant.$ref ? '' : fieldTable(variant, link)));
    return [`One of: ${words}.`, ...tables].filter(Boolean).join('\n\n');
  }
  const rows = toRows(schema, '', link);
  if (rows.length === 0) return `A value of the type ${typeText(schema, link)}.`;
  return ['| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}
