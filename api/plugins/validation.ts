import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { type FieldError, invalidFields } from '../../src/core/problems.js';
import type { App } from '../http/access.js';
import { issueText, toFieldError } from '../http/issue-text.js';
import { ParsedQuery } from '../http/query-parser.js';

/** The fields that a schema of an object knows; a transformed object keeps them on its input side. */
export function knownNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return knownNames(schema.in);
  throw new TypeError('A schema of a query or body must be an object, so that its fields are known');
}

function judge(schema: z.ZodType, data: unknown, part: string): { value: unknown } | { error: Error } {
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data };
  // Our words are added only now: with them, every parse of valid values would be four times as slow.
  const { error = result.error } = schema.safeParse(data, { error: issueText });
  return { error: invalidFields(error.issues.map((issue) => toFieldError(issue, part))) };
}

function queryValidator(schema: z.ZodType): (data: unknown) => { value: unknown } | { error: Error } {
  const known = new Set(knownNames(schema));
  return (data) => {
    if (!(data instanceof ParsedQuery)) throw new TypeError('the query was parsed elsewhere');
    const faults: FieldError[] = [];
    const values: Record<string, string> = {};
    for (const [name, value] of data.values) {
      if (!known.has(name)) continue;
      const fault = data.faults.get(name);
      if (fault === undefined) values[name] = value;
      else faults.push({ field: name, message: fault });
    }
    return faults.length > 0 ? { error: invalidFields(faults) } : judge(schema, values, 'query');
  };
}

const compile: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return queryValidator(schema);
  if (httpPart === 'params') return (data) => judge(schema, data, 'path');
  return (data: unknown) => judge(schema, data ?? undefined, httpPart === 'headers' ? 'headers' : 'body');
};

/** The same for routes that read their bodies themselves. */
export const compileAllButBody: FastifySchemaCompiler<z.ZodType> = (part) =>
  part.httpPart === 'body' ? (value: unknown) => ({ value }) : compile(part);

/** zod checks requests, without coercion or dropping fields. Answers are not checked: services build them to their types. */
export function validation(app: App): void {
  app.setValidatorCompiler(compile);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}
