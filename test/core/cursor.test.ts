import fc from 'fast-check';
import { CURSOR_LENGTH, type CursorScope, Cursors, givenFilters } from '../../src/core/cursor.js';
import { ProblemError } from '../../src/core/problems.js';

const key = Buffer.alloc(32, 5);
const cursors = new Cursors(key);
/** Processes after a rotation, and elsewhere. */
const rotated = () => new Cursors(Buffer.alloc(32, 6), key);
const elsewhere = () => new Cursors(Buffer.from(key));
const scope: CursorScope = { surface: 'events', mode: 'live', companyId: 'cmp_1' };
const position = { at: '2027-01-05 08:30:00+00', id: 'evt_8Qm3', until: '2026-11-21T14:00:00.000Z' };
const filters = { city: 'helsinki', radius: 50, commissioned: true };

function refusal(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
  return undefined;
}

describe('a cursor', () => {
  const cursor = cursors.seal(scope, position, filters);

  it('carries its place and its filters', () => {
    expect(cursors.open(scope, cursor, {})).toEqual({ position, filters });
  });

  it('opens where it was not made, by the same key alone', () => {
    expect(elsewhere().open(scope, cursor, {})).toEqual({ position, filters });
  });

  it('may be sent with the filters it was made with, or some of them', () => {
    expect(cursors.open(scope, cursor, filters).filters).toEqual(filters);
    expect(cursors.open(scope, cursor, { city: 'helsinki' }).filters).toEqual(filters);
  });

  it('carries repeated values like a filter, and leaves them out where there is no room', () => {
    const extra = { simulate: 'cancelled' };
    const more = cursors.seal(scope, position, filters, extra);
    expect(cursors.open(scope, more, filters).filters).toEqual({ ...filters, ...extra });
    const long = { city: '新'.repeat(120), artist: '🎻'.repeat(50) };
    expect(cursors.open(scope, cursors.seal(scope, position, long, extra), long).filters).toEqual(long);
  });

  it.each([
    ['another value', { city: 'turku' }],
    ['a filter it has not', { country: 'FI' }],
  ])('refuses %s', (_name, given) => {
    expect(refusal(() => cursors.open(scope, cursor, given))).toBe('invalid_cursor');
  });

  it.each([
    ['surface', { ...scope, surface: 'demo' }],
    ['mode', { ...scope, mode: 'test' as const }],
    ['company', { ...scope, companyId: 'cmp_2' }],
  ])('opens nothing of another %s', (_name, other) => {
    expect(refusal(() => cursors.open(other, cursor, {}))).toBe('invalid_cursor');
  });

  it('is void under another key', () => {
    expect(refusal(() => new Cursors(Buffer.alloc(32, 6)).open(scope, cursor, {}))).toBe('invalid_cursor');
  });

  it('opens under the key before a rotation as well, also when its filters were too long for it', () => {
    expect(rotated().open(scope, cursor, {})).toEqual({ position, filters });
    const long = { city: '新'.repeat(120), artist: '🎻'.repeat(50) };
    expect(rotated().open(scope, cursors.seal(scope, position, long), long).filters).toEqual(long);
  });

  it('is refused when any character of it is changed, added or taken away', () => {
    const other = (letter: string | undefined) => (letter === 'A' ? 'B' : 'A');
    for (let i = 0; i < cursor.length; i += 1) {
      const changed = cursor.slice(0, i) + other(cursor[i]) + cursor.slice(i + 1);
      expect(refusal(() => cursors.open(scope, changed, {}))).toBe('invalid_cursor');
      expect(refusal(() => cursors.open(scope, cursor.slice(0, i), {}))).toBe('invalid_cursor');
    }
    expect(refusal(() => cursors.open(scope, `${cursor}A`, {}))).toBe('invalid_cursor');
  });

  it('is refused when it is anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => refusal(() => cursors.open(scope, text, {})) === 'invalid_cursor'));
    expect(refusal(() => cursors.open(scope, 'A'.repeat(100_000), {}))).toBe('invalid_cursor');
  });

  it('fits its length whatever the filters; those too long for it must be repeated', () => {
    const long = { city: '新'.repeat(120), artist: '🎻'.repeat(50) };
    const short = cursors.seal(scope, position, long);
    expect(short.length).toBeLessThanOrEqual(CURSOR_LENGTH);
    expect(cursors.open(scope, short, long)).toEqual({ position, filters: long });
    expect(refusal(() => cursors.open(scope, short, {}))).toBe('invalid_cursor');
    expect(refusal(() => cursors.open(scope, short, { ...long, city: 'x' }))).toBe('invalid_cursor');
  });
});

test('a list is cut where its page ends, and the last page has no cursor', () => {
  const rows = [3, 2, 1].map((n) => ({ id: `row_${n}`, rank: n }));
  const list = { limit: 2, scope: scope, filters: { state: 'paid' }, at: ({ rank }: { rank: number }) => String(rank) };
  const { page, next } = cursors.pageOf(rows, list);
  expect(page).toEqual(rows.slice(0, 2));
  expect(cursors.open(scope, next ?? '', {})).toEqual({
    position: { at: '2', id: 'row_2' },
    filters: { state: 'paid' },
  });
  expect(cursors.pageOf(rows.slice(0, 2), list)).toEqual({ page: rows.slice(0, 2), next: null });
  expect(cursors.pageOf([], { ...list, at: undefined })).toEqual({ page: [], next: null });
});

test('the cursor of a page is sealed from its last row, the end of the walk and the given filters, in their order', () => {
  const rows = [{ id: 'row_1' }, { id: 'row_2' }];
  const given = givenFilters({ status: undefined, since: '2026-11-21', flag: false, count: 0, text: '' });
  expect(Object.entries(given)).toEqual([
    ['since', '2026-11-21'],
    ['flag', false],
    ['count', 0],
    ['text', ''],
  ]);
  const { next } = cursors.pageOf(rows, { limit: 1, scope, filters: given, at: () => 'at', until: 'end' });
  expect(next).toBe(cursors.seal(scope, { at: 'at', id: 'row_1', until: 'end' }, given));
});
