import { DASHBOARD_PROBLEMS, type ProblemCode } from '../../src/core/problems.js';
import type { Access } from '../http/access.js';
import type { RouteDocument } from '../http/route-document.js';

/** The declarations of a route that decide its problems. */
export interface Declared {
  access: Access;
  document: RouteDocument;
}

const OF_KEYED: readonly ProblemCode[] = ['key_missing', 'key_revoked', 'token_expired', 'scope_required'];

/** Never the answer of an operation: of addresses that are none, of the dashboard, and what {@link impliedBy} gives. */
const NOT_EVERYBODYS: readonly ProblemCode[] = [
  'not_found',
  'invalid_cursor',
  'capability_required',
  'origin_not_allowed',
  ...DASHBOARD_PROBLEMS,
  ...OF_KEYED,
];

function impliedBy(access: Access, paged: boolean): readonly ProblemCode[] {
  const cursor: readonly ProblemCode[] = paged ? ['invalid_cursor'] : [];
  if (!access.keyed) return cursor;
  return [
    ...cursor,
    ...OF_KEYED,
    ...(access.capability ? (['capability_required'] as const) : []),
    ...(access.kinds.includes('website') ? (['origin_not_allowed'] as const) : []),
  ];
}

/** The codes that belong to single routes, because some route of the document names them. */
export function codesOfRoutes(routes: Iterable<Declared>): ReadonlySet<string> {
  return new Set<string>([...NOT_EVERYBODYS, ...[...routes].flatMap(({ document }) => document.problems ?? [])]);
}

/**
 * @returns whether an operation can answer with a problem: its own problems, problems of access, and problems that the
 * platform may answer anywhere.
 *
 * @param paged it takes a cursor.
 */
export function findConcerns(
  { access, document }: Declared,
  paged: boolean,
  ofRoutes: ReadonlySet<string>,
): (code: string) => boolean {
  const own = new Set<string>([...impliedBy(access, paged), ...(document.problems ?? [])]);
  return (code) => own.has(code) || !ofRoutes.has(code);
}
