/** An object of JSON whose members are not known yet. */
export interface Json {
  [key: string]: unknown;
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key, or an empty one. */
export function child(object: Json, key: string): Json {
  const value = object[key];
  return isJson(value) ? value : {};
}

/** The objects of a list; none where there is no list. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
