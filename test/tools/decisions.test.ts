import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

const FOLDER = join(projectRoot(), 'docs/decisions');

/** The decisions of all pages: a section each, which begins with its number. */
const DECISIONS = readdirSync(FOLDER)
  .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').split(/^## /m).slice(1))
  .map((text) => [text.split('\n', 1)[0] ?? '', text] as const)
  .sort(([a], [b]) => a.localeCompare(b));

test('decisions are numbered without holes', () => {
  expect(DECISIONS.map(([title]) => title.slice(0, 5))).toEqual(
    DECISIONS.map((_, index) => `${String(index + 1).padStart(4, '0')} `),
  );
});

test.each(DECISIONS)('%s has its context, decision and rejected options', (_title, text) => {
  const [, context = '', decision = ''] = text.split('\n\n');
  expect(context).toMatch(/^[A-Z]/);
  expect(decision).toMatch(/^[-|]/);
  expect(text).toMatch(/^\*\*Rejected:\*\*/m);
});

test.each(DECISIONS)('%s has at most 400 words outside its tables', (_title, text) => {
  const words = text
    .replace(/^\|.*$/gm, '')
    .split(/\s+/)
    .filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(400);
});
