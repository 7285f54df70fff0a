import { z } from 'zod';
import { decimalOf, type Money } from '../money.js';

type Camel<S> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/**
 * A value as rooms have it, for JSON of the type T: instants may be dates, amounts may be {@link Money}, and the names
 * of an object's fields may be in camelCase. The field `object` has one value, which {@link toWire} adds.
 */
export type RowOf<T> = unknown extends T
  ? T
  : T extends string
    ? T | Date
    : T extends number
      ? T | Money
      : T extends readonly (infer Item)[]
        ? readonly RowOf<Item>[]
        : T extends Date
          ? T
          : T extends object
            ? RowOfObject<T>
            : T;

type RowOfObject<T> = string extends keyof T
  ? T
  :
      | { [K in keyof T as K extends 'object' ? never : Camel<K>]: RowOf<T[K]> }
      | { [K in keyof T as K extends 'object' ? never : K]: RowOf<T[K]> };

/**
 * The declared fields of a row as JSON has them: names in snake_case, amounts as decimals. Other fields are left out.
 * Records and loose objects stay as they are.
 */
export function toWire(schema: z.ZodType, row: unknown): unknown {
  if (row === null || row === undefined) return row;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return toWire(schema.unwrap() as z.ZodType, row);
  if (schema instanceof z.ZodArray) return (row as unknown[]).map((item) => toWire(schema.element as z.ZodType, item));
  if (schema instanceof z.ZodIntersection) {
    const { left, right } = schema.def as unknown as { left: z.ZodType; right: z.ZodType };
    return { ...(toWire(left, row) as object), ...(toWire(right, row) as object) };
  }
  if (schema instanceof z.ZodNumber && typeof row === 'object') return decimalOf(row as Money);
  return schema instanceof z.ZodObject ? fieldsOf(schema, row as Record<string, unknown>) : row;
}

function fieldsOf({ shape, def }: z.ZodObject, row: Record<string, unknown>): object {
  if (def.catchall instanceof z.ZodUnknown) return row;
  const entries = Object.entries(shape as Record<string, z.ZodType>).map(([name, field]) => {
    if (name === 'object' && field instanceof z.ZodLiteral) return [name, field.value];
    return [name, toWire(field, name in row ? row[name] : row[camelOf(name)])];
  });
  return Object.fromEntries(entries);
}

/** What a caller sent as rooms take it: the names of declared fields in camelCase. */
export type InputOf<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? InputOf<Item>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { [K in keyof T as Camel<K>]: InputOf<T[K]> }
      : T;

/** A parsed value as an {@link InputOf} its type. */
export function toInput(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return toInput(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray)
    return (value as unknown[]).map((item) => toInput(schema.element as z.ZodType, item));
  if (!(schema instanceof z.ZodObject) || schema.def.catchall instanceof z.ZodUnknown) return value;
  const entries = Object.entries(value).map(([name, field]) => [camelOf(name), toInput(schema.shape[name], field)]);
  return Object.fromEntries(entries);
}

/** `starts_at` is `startsAt`. */
export const camelOf = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

type Snake<S> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

/** `startsAt` is `starts_at`. */
export const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All fields of a row, with their names in snake_case. */
export const inSnakeCase = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeOf(name), value])) as {
    [K in keyof Row as Snake<K>]: Row[K];
  };
