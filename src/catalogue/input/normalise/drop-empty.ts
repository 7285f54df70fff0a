/** Text that programs write for a value that they do not have. */
const PLACEHOLDERS = new Set(['null', 'undefined', '[object object]', 'nan', 'n/a', '-', '--', '–', '—']);

/** Whether a member is as good as absent: null, false, blank text or a program's word for nothing, an empty array or object. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || Number.isNaN(value)) return true;
  if (typeof value === 'string') return isPlaceholder(value);
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isPlaceholder(text: string): boolean {
  const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
  return blank.test(text) || (text.length < 20 && PLACEHOLDERS.has(text.trim().toLowerCase()));
}

/** The value without empty members, at any depth; undefined when nothing is left. */
export function dropEmpty(value: unknown): unknown {
  if (isEmpty(value)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(dropEmpty).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = dropEmpty(member);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
