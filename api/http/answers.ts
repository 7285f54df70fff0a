import { z } from 'zod';
import { problem } from '../../src/core/wire/problem.js';

const bodiless = z.null();

export interface Media {
  content: Record<string, { schema: z.ZodType }>;
}

/** A body whose form another standard describes, with its types. */
export function media(...types: string[]): Media {
  return { content: Object.fromEntries(types.map((type) => [type, { schema: formOf(type) }])) };
}

function formOf(type: string): z.ZodType {
  if (type.endsWith('json')) return z.looseObject({});
  return /^text\/|xml$/.test(type) ? z.string() : z.string().meta({ format: 'binary' });
}

/** A route's statuses for OpenAPI (contract: Errors 4): each is a problem, except 202 and 304, which have no body, and 206. */
export function answers(
  status: 200 | 204,
  schema: z.ZodType | Media | null,
  ...others: number[]
): Record<number, z.ZodType | Media> {
  const good = schema ?? bodiless;
  const declared: Record<number, z.ZodType | Media> = { [status]: good };
  for (const other of others) {
    declared[other] = other === 206 ? good : other === 202 || other === 304 ? bodiless : problem;
  }
  return declared;
}
