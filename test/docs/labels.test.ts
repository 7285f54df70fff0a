import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_GUIDES, PARTNERS_END } from '../../api/docs/navigation.js';

const root = join(__dirname, '../..');

/** Where the words stand that partners and buyers see. */
const PAGES = ['packages/dashboard/src', 'packages/widget/src', 'api/docs', 'api/pages', 'src/core/locales'];

const onOneLine = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ');

const files = PAGES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);
const seen = onOneLine(files.join('\n'));

test.each(ALL_GUIDES.map(({ file }) => file))('what %s says to press or look at is on a page', (file) => {
  const [text = ''] = readFileSync(join(root, 'docs', file), 'utf8').split(PARTNERS_END);
  const prose = onOneLine(text.replace(/```.*?```/gs, ''));
  const labels = [...prose.matchAll(/(?<![*\w])\*([A-Z][^*]{1,80})\*(?!\*)/g)].map(([, label = '']) => label);
  expect(labels.filter((label) => !seen.includes(label))).toEqual([]);
});
