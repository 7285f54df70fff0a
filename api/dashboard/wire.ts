import { z } from 'zod';
import { MODES } from '../../src/core/mode.js';

/** An instant in UTC. */
export const instant = z.string().meta({ format: 'date-time' });
export const instantOrNull = instant.nullable();

type InJson<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodDate
    ? z.ZodString
    : S[K] extends z.ZodNullable<z.ZodDate>
      ? z.ZodNullable<z.ZodString>
      : S[K];
};

/** The fields of a room's schema as JSON has them: an instant is text. */
export function inJson<S extends z.ZodRawShape>({ shape }: z.ZodObject<S>): InJson<S> {
  const fields = Object.entries(shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const isNullable = field instanceof z.ZodNullable;
    if (!((isNullable ? field.unwrap() : field) instanceof z.ZodDate)) return [name, field];
    const wire = isNullable ? instantOrNull : instant;
    return [name, field.description ? wire.describe(field.description) : wire];
  });
  return Object.fromEntries(fields);
}

export const inMode = z.object({
  mode: z.enum(MODES, 'must be `test` or `live`').default('test').describe('Objects of which mode; `test` without it.'),
});
