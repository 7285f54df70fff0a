import { z } from 'zod';
import { instant, instantOrNull } from '../../core/schema.js';

/** A field's name in JSON. */
type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : '';

/** The same fields with their names in JSON: `createdAt` is `created_at`. */
export function snake<T extends object>(row: T): { [K in keyof T & string as Snake<K>]: T[K] } {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(entries);
}

export { instant, instantOrNull };
export const text = z.string();
export const textOrNull = z.string().nullable();
export const count = z.number();
export const countOrNull = z.number().nullable();
export const flag = z.boolean();

/** An instant for people. */
export const instantText = (at: Date | null | undefined): string => at?.toISOString() ?? '';
