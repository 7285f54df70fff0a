import { z } from 'zod';
import { isJson, type Json } from '../http/json.js';

/** A JSON Schema whose root is an object, as tools need it. */
export interface ObjectSchema extends Json {
  type: 'object';
}

/** Inlines definitions, which many assistants do not follow, without patterns and result texts, which models pay for. */
function inline(schema: unknown, definitions: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inline(item, definitions));
  if (!isJson(schema)) return schema;
  const { $ref, $defs, $schema, id, ...rest } = schema;
  if (typeof $ref === 'string') return inline(definitions[$ref.replace('#/$defs/', '')], definitions);
  if (typeof rest.format === 'string') delete rest.pattern;
  const whole = id === undefined || isJson(id) ? { ...(id !== undefined && { id }), ...rest } : rest;
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, inline(value, definitions)]));
}

/** The schema of a tool's input, or of its output, which allows new fields. */
export function toObjectSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const json = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Responses may gain fields: a closed schema would break clients that validate (contract: Versioning 2).
      if (io !== 'output') return;
      delete jsonSchema.additionalProperties;
      delete jsonSchema.description;
    },
  });
  const inlined = inline(json, isJson(json.$defs) ? json.$defs : {});
  if (!isJson(inlined) || inlined.type !== 'object') throw new TypeError('a tool takes and gives objects');
  return { ...inlined, type: 'object' };
}
