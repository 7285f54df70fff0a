import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: projectRoot(), encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(join(projectRoot(), path)));

const withoutCode = (path: string) => readFileSync(join(projectRoot(), path), 'utf8').replace(/```[\s\S]*?```/g, '');

/** The anchors that a page of Markdown has: one for each heading. */
const anchorsOf = (path: string) =>
  [...withoutCode(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a page that lead to another file or to a heading. */
const linksOf = (path: string) =>
  [...withoutCode(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?:|mailto:|\/)/.test(link));

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  if (!existsSync(join(projectRoot(), target))) return false;
  return !anchor || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
}

test.each(PAGES)('%s links to pages and headings that exist', (page) => {
  expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

test('docs/README.md lists each decision by its number', () => {
  const decisions = PAGES.filter((page) => page.startsWith('docs/decisions/')).flatMap((page) =>
    [...withoutCode(page).matchAll(/^## (\d{4} .+)$/gm)].map(([, heading = '']) => heading),
  );
  const listed = [...withoutCode('docs/README.md').matchAll(/\[(\d{4} [^\]]+)\]/g)].map(([, text = '']) => text);
  expect(listed).toEqual(decisions.sort());
});

const FOLDERS = 'activities|api|bench|bin|deploy|docs|packages|src|test|tools|worker|workflows';

/** The files and folders that a page names in its text, such as `src/orders/jobs.ts`; the ending may be missing. */
const pathsIn = (page: string) =>
  [...withoutCode(page).matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\``, 'g'))].map(([, path = '']) => path);

const isInTree = (path: string) =>
  ['', '.ts', '.test.ts', '.system.test.ts'].some((ending) => existsSync(join(projectRoot(), `${path}${ending}`)));

test.each(PAGES)('%s names files and folders that exist', (page) => {
  const missing = pathsIn(page).filter((path) => !isInTree(path) && !isInTree(join(dirname(page), path)));
  expect(missing).toEqual([]);
});
