export { count, countOrNull, flag, instant, instantOrNull, text, textOrNull } from '../../core/schema.js';

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
