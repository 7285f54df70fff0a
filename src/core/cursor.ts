import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Id } from './ids.js';
import type { Mode } from './mode.js';
import { ProblemError } from './problems.js';

/** Maximum length of a cursor, in bytes. */
export const CURSOR_LENGTH = 512;

/** The owner and the list of a cursor: it is valid for nothing else. */
export interface CursorScope {
  /** The list it pages through, for example `events`. */
  surface: string;
  mode: Mode;
  companyId: Id<'company'> | null;
}

export interface Position {
  /** The sort key of the last row, as the database writes it. */
  at: string;
  id: string;
  /** Changes after this instant belong to the next walk. */
  until?: string;
}

/** The given filters, by parameter name. */
export type CursorFilters = Readonly<Record<string, string | number | boolean>>;

/** The filters that are given, in their order: a cursor contains no others. */
export function givenFilters(filters: Readonly<Record<string, string | number | boolean | undefined>>): CursorFilters {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );
}

export interface OpenedCursor {
  position: Position;
  filters: CursorFilters;
}

const SIGNATURE_BYTES = 16;

type Content = [at: string, id: string, until: string | 0, filters: CursorFilters | string];

/** Cursors kept of each kind: most come back soon, and the same page has the same one behind it. */
const MAX_KEPT = 10_000;

/** Makes and reads the cursors of a service. One a process: it keeps those it has seen lately. */
export class Cursors {
  readonly #key: Buffer;
  readonly #keys: readonly Buffer[];
  /** By the cursor: the key that signed it, its owner and its content. */
  readonly #verified = new LRUCache<string, { key: Buffer; scope: string; content: Content }>({ max: MAX_KEPT });
  /** The signature's input. */
  readonly #made = new LRUCache<string, string>({ max: MAX_KEPT });

  /** @param key 32 secret bytes that sign. @param previous signed until the key was rotated. */
  constructor(key: Buffer, previous?: Buffer) {
    this.#key = key;
    this.#keys = previous ? [key, previous] : [key];
  }

  /**
   * An opaque, signed token of at most {@link CURSOR_LENGTH} bytes. It contains its filters, so that it can be sent
   * alone. Filters too long for it are left out and must be repeated.
   *
   * @param extra stored like a filter if there is room, but not compared.
   */
  seal(scope: CursorScope, position: Position, filters: CursorFilters, extra: CursorFilters = {}): string {
    const where: [string, string, string | 0] = [position.at, position.id, position.until ?? 0];
    const whole = this.#seal(scope, [...where, { ...filters, ...extra }]);
    return whole.length <= CURSOR_LENGTH ? whole : this.#seal(scope, [...where, digest(this.#key, filters)]);
  }

  /**
   * Cuts a list into its page and the cursor of the next one, which is null on the last page.
   *
   * @param rows one more than `limit`, to see whether others follow.
   * @param list.at the value that orders the list, before the id; default: the id alone.
   * @param list.until where a walk through changes ends.
   */
  pageOf<Row extends { id: string }>(
    rows: readonly Row[],
    list: { limit: number; scope: CursorScope; filters?: CursorFilters; at?: (row: Row) => string; until?: string },
  ): { page: Row[]; next: string | null } {
    const page = rows.slice(0, list.limit);
    const last = page.at(-1);
    if (!last || rows.length === page.length) return { page, next: null };
    const position = { at: list.at?.(last) ?? '', id: last.id, until: list.until };
    return { page, next: this.seal(list.scope, position, list.filters ?? {}) };
  }

  /**
   * Reads a cursor and returns its filters. Any filter sent with it must be the same.
   *
   * @param given the filters of the request, in the form they were stored in.
   * @param implied filters that may be sent though the cursor was made without them.
   * @throws {ProblemError} `invalid_cursor` when we did not issue it, or it belongs to another scope or other filters.
   */
  open(
    scope: CursorScope,
    cursor: string,
    given: CursorFilters,
    implied: (sealed: CursorFilters) => CursorFilters = () => ({}),
  ): OpenedCursor {
    const { key, content } = this.#unseal(scope, cursor);
    const [at, id, until, sealed] = content;
    const position = { at, id, ...(until !== 0 && { until }) };
    if (typeof sealed === 'string') {
      if (sealed === digest(key, given)) return { position, filters: given };
      throw refused('Repeat the filters of the first page with this cursor: they are too long to fit in it.');
    }
    const all = { ...implied(sealed), ...sealed };
    const differing = Object.entries(given).find(([name, value]) => all[name] !== value);
    if (differing) throw refused(`The cursor was made with a different \`${differing[0]}\`.`);
    return { position, filters: sealed };
  }

  #seal(scope: CursorScope, content: Content): string {
    const text = JSON.stringify(content);
    const signed = signedScope(scope);
    const known = this.#made.get(signed + text);
    if (known !== undefined) return known;
    const body = Buffer.from(text);
    const cursor = Buffer.concat([sign(this.#key, signed, body), body]).toString('base64url');
    this.#made.set(signed + text, cursor);
    if (cursor.length <= CURSOR_LENGTH) this.#verified.set(cursor, { key: this.#key, scope: signed, content });
    return cursor;
  }

  #unseal(scope: CursorScope, cursor: string): { key: Buffer; content: Content } {
    const signed = signedScope(scope);
    const known = this.#verified.get(cursor);
    if (known?.scope === signed) return known;
    if (cursor.length > CURSOR_LENGTH || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw refused();
    const bytes = Buffer.from(cursor, 'base64url');
    // Two spellings of the same bytes exist where the last character has unused bits: only ours counts.
    if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) throw refused();
    const body = bytes.subarray(SIGNATURE_BYTES);
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const key = this.#keys.find((key) => timingSafeEqual(signature, sign(key, signed, body)));
    if (!key) throw refused();
    const content = JSON.parse(body.toString()) as Content;
    this.#verified.set(cursor, { key, scope: signed, content });
    return { key, content };
  }
}

function signedScope({ surface, mode, companyId }: CursorScope): string {
  return `cursor\n${surface}\n${mode}\n${companyId ?? ''}\n`;
}

function sign(key: Buffer, scope: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(scope).update(body).digest().subarray(0, SIGNATURE_BYTES);
}

function digest(key: Buffer, filters: CursorFilters): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', key).update('filters\n').update(JSON.stringify(sorted)).digest('base64url');
}

function refused(detail?: string): ProblemError {
  return new ProblemError('invalid_cursor', { detail, errors: [{ field: 'cursor', message: 'is not usable here' }] });
}
