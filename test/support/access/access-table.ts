import type { Mode } from '../../../src/core/mode.js';
import type { ProblemCode } from '../../../src/core/problems.js';
import type { KeyKind } from '../../../src/core/viewer.js';
import { CLASSES, KEYED } from './access-classes.js';

/** The possible words of a cell of an access table, besides the mode of the endpoint's answer. */
export const REFUSALS = {
  missing: 'key_missing',
  invalid: 'key_invalid',
  revoked: 'key_revoked',
  expired: 'token_expired',
  kind: 'key_kind_not_allowed',
  capability: 'capability_required',
  scope: 'scope_required',
  origin: 'origin_not_allowed',
  suspended: 'account_suspended',
  address: 'ip_not_allowed',
  'no cert': 'certificate_required',
  'wrong cert': 'certificate_mismatch',
  url: 'key_in_url',
  unseen: 'settlement_not_found',
  method: 'method_not_allowed',
} as const satisfies Record<string, ProblemCode>;

type Refusal = keyof typeof REFUSALS;

/** Refusals of a caller whom we do not know. */
export const UNKNOWN_CALLER: readonly string[] = ['missing', 'invalid', 'revoked', 'expired'] satisfies Refusal[];

export interface Cell {
  column: string;
  /** `live`, `test`, `empty`, of OAuth `client` and `request`, or a {@link Refusal}. */
  word: string;
}

export interface Row {
  method: string;
  path: string;
  cells: Cell[];
}

/** Reads a table drawn in text, credentials across. @throws {Error} for a row that has not one cell a column. */
export function drawnRows(drawing: string): { name: string; cells: Cell[] }[] {
  const [head = '', ...lines] = drawing.split('\n').filter((line) => line.trim() !== '');
  const columns = cellsOf(head).slice(1);
  return lines.map((line) => {
    const [name = '', ...words] = cellsOf(line);
    if (words.length !== columns.length || words.includes('')) throw new Error(`This row is not whole: ${line}`);
    return { name, cells: columns.map((column, i) => ({ column, word: words[i] ?? '' })) };
  });
}

/** Reads a table whose rows are classes of endpoints, and gives each endpoint its row. @throws {Error} unless each class has one. */
export function table(drawing: string): Row[] {
  const drawn = drawnRows(drawing).flatMap(({ name, cells }) =>
    name.split(' ').flatMap((word) => (word === 'keyed' ? KEYED : [word]).map((of): [string, Cell[]] => [of, cells])),
  );
  const named = drawn.map(([name]) => name).toSorted();
  if (String(named) !== String(Object.keys(CLASSES).toSorted())) throw new Error(`Not one row a class: ${named}`);
  const byClass = Object.fromEntries(drawn);
  return Object.entries(CLASSES).flatMap(([name, endpoints]) =>
    endpoints.map((endpoint) => {
      const [method = '', path = ''] = endpoint.split(' ');
      return { method, path, cells: byClass[name] ?? [] };
    }),
  );
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

export const cellsIn = (rows: readonly Row[]): number => rows.reduce((sum, { cells }) => sum + cells.length, 0);

/** Something that a caller presents, and whose objects it asks for. */
export interface Credential {
  headers: Record<string, string>;
  /** The mode of the key, or of the token's key; absent without one. */
  kind?: KeyKind;
  /** Query string without `?`. */
  query?: string;
  /** The mode of the requested objects; live when it has none of its own. */
  mode?: Mode;
  /** What no answer may repeat. */
  secret?: string;
  /** The origins that may read a 200: `*`, one origin, or none. */
  readableBy?: string;
}
