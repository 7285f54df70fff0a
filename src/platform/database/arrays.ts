/**
 * Array parameters that the driver would take for a single value of their first element's type. They travel as text:
 * write `${flags(values)}::text[]::boolean[]`, `${instants(values)}::text[]::timestamptz[]`.
 */
export function flags(values: readonly (boolean | null)[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)));
}

export function instants(values: readonly (Date | null)[]): (string | null)[] {
  return values.map((value) => value?.toISOString() ?? null);
}

/**
 * Texts and numbers as one array literal: write `${literal(values)}::text[]`. Use it for columns of a thousand rows:
 * the driver searches every value for characters to escape, which takes several times as long.
 *
 * @param plain of our own words, numbers and instants: nothing of them needs an escape.
 */
export function literal(values: readonly (string | number | null)[], { plain = false } = {}): string {
  let text = '{';
  for (const value of values) {
    if (text.length > 1) text += ',';
    if (value === null) text += 'NULL';
    else if (plain || typeof value === 'number') text += value;
    else text += `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
  }
  return `${text}}`;
}
