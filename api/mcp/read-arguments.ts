import { isJson, type Json } from '../http/json.js';
import type { ObjectSchema } from './json-schema.js';

/** Words that models write for an argument without a value. */
const NOTHING = /^\s*(?:null|undefined|None)?\s*$/i;
const NUMBER = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;
const BOOLEAN = /^\s*(?:true|false)\s*$/i;

/**
 * Arguments as models mean them: null, an empty text and the word `null` are no argument, and a number or boolean may
 * come as text. A value without such a reading is not changed, and its schema refuses it.
 *
 * @param schema the input schema of the tool.
 */
export function readArguments(args: unknown, schema: ObjectSchema): unknown {
  if (!isJson(args)) return args;
  const properties = isJson(schema.properties) ? schema.properties : {};
  const given = Object.entries(args).filter(([, value]) => !isNothing(value));
  return Object.fromEntries(given.map(([name, value]) => [name, readValue(value, properties[name])]));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && NOTHING.test(value));
}

function readValue(value: unknown, property: unknown): unknown {
  const type = isJson(property) ? (property as Json).type : undefined;
  if (typeof value !== 'string') return type === 'string' && typeof value === 'number' ? String(value) : value;
  if ((type === 'number' || type === 'integer') && NUMBER.test(value)) return Number(value);
  if (type === 'boolean' && BOOLEAN.test(value)) return value.trim().toLowerCase() === 'true';
  return value;
}
