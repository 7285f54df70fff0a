import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

const FOLDER = join(projectRoot(), 'docs/decisions');
const FILES = readdirSync(FOLDER).sort();

test('decisions are numbered without holes', () => {
  expect(FILES.map((file) => file.slice(0, 4))).toEqual(FILES.map((_, i) => String(i + 1).padStart(4, '0')));
});

test.each(FILES)('%s has its number in its title', (file) => {
  expect(readFileSync(join(FOLDER, file), 'utf8')).toMatch(new RegExp(`^# ${file.slice(0, 4)} \\S`));
});

test.each(FILES)('%s says what was rejected', (file) => {
  expect(readFileSync(join(FOLDER, file), 'utf8')).toMatch(/\brejected\b/i);
});
