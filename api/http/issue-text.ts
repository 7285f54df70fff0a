import { z } from 'zod';
import type { FieldError } from '../../src/core/problems.js';

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  object: 'an object',
  array: 'a list',
};

/** The fault of a value in our words, without the value, to follow the field's name. A schema's own words win. */
export function issueText(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => `\`${String(value)}\``).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address' : 'has the wrong format';
    case 'unrecognized_keys':
      return unknownField(issue.inst);
    default:
      return 'is not valid';
  }
}

/**
 * The field and words of an issue of `safeParse(…, { error: issueText })`; `part` names the whole. A field that no
 * schema knows is the caller's own word, perhaps a buyer's name or a key: the part that holds it is named instead.
 */
export function toFieldError(issue: z.core.$ZodIssue, part: string): FieldError {
  return { field: issue.path.map(String).join('.') || part, message: issue.message };
}

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `have ${bound} ${limit} items`;
  return `be ${bound} ${limit}`;
}

/** Which fields there are, and not which one is none of them. */
function unknownField(schema: unknown): string {
  if (!(schema instanceof z.ZodObject)) return 'has an unknown field';
  const names = Object.keys(schema.shape).map((name) => `\`${name}\``);
  return names.length === 0 ? 'must have no fields' : `has an unknown field; the fields are ${names.join(', ')}`;
}
