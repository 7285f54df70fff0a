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

test.each(FILES)('%s names the rejected options', (file) => {
  expect(readFileSync(join(FOLDER, file), 'utf8')).toMatch(/\brejected\b/i);
});

test.each(FILES)('%s has its date, status, context, decision and consequences', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  expect(text.split('\n')[2]).toMatch(/^\d{4}-\d{2}-\d{2} · (accepted|superseded)\b/);
  const parts = ['Context', 'Decision', 'Consequences', 'Rejected'];
  const found = [...text.matchAll(/^(?:\*\*)?(Context|Decision|Consequences|Rejected)\b/gm)].map(([, part]) => part);
  expect(found).toEqual(parts);
});

test.each(FILES)('%s has at most 400 words outside its tables', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8').replace(/^\|.*$/gm, '');
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(400);
});
