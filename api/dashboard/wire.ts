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

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type RowOf<T> = { [K in keyof T as Camel<K & string>]: T[K] extends string | null ? T[K] | Date : T[K] };

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** The declared fields of a row; undeclared columns are not sent. Where `object` is declared, its only value is added. */
export function toWire<S extends z.ZodObject>(
  schema: S,
  row: Omit<RowOf<z.input<S>>, 'object'>,
): { [K in keyof z.input<S>]: z.input<S>[K] extends string | null ? z.input<S>[K] | Date : z.input<S>[K] } {
  const values = row as Record<string, unknown>;
  const entries = Object.entries(schema.shape).map(([name, field]) => [
    name,
    name === 'object' && field instanceof z.ZodLiteral ? field.value : values[camel(name)],
  ]);
  return Object.fromEntries(entries);
}
