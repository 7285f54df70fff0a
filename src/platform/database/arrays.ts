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
