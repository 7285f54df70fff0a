import { z } from 'zod';
import { text } from '../../core/schema.js';

export { count, countOrNull, flag, instant, instantOrNull, text, textOrNull } from '../../core/schema.js';

/** The result of a verb on one object that has nothing else to say. */
export const DONE = z.object({ id: text });

/** A list under its name: `{ keys: key[] }`. */
export function listOf<Name extends string, Item extends z.ZodType>(
  name: Name,
  item: Item,
): z.ZodObject<Record<Name, z.ZodArray<Item>>> {
  return z.object({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>);
}

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

/** An instant for people. */
export const instantText = (at: Date | null | undefined): string => at?.toISOString() ?? '';
