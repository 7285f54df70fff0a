/**
 * Whether, when and where an event takes place, as JSON (`EventFacts`).
 *
 * @param alias of `events` in the statement.
 */
export function eventFacts(alias: string): string {
  const columns = ['status', 'date', 'timezone', 'venue', 'address', 'city', 'country'];
  return `jsonb_build_object('start', ${alias}.starts_at, ${columns.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;
}
