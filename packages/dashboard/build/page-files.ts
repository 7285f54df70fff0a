import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Read as text: its icons are components, and settings are loaded without them. */
const PAGES = new URL('../src/pages.ts', import.meta.url);
const PAGE = /^ {2}'(\/[^']*)': \{\s*file: '([^']+)'/gm;

/** In `index.html`, where the files of each page go. */
const PLACE = '{/* page files */}';

/**
 * Writes the files of each page into the document, so that the browser asks for all of them at once: by the page's address, with
 * the files that the first page has in any case left out.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
        const filesOf = (fileName: string, found = new Set<string>()): Set<string> => {
          const chunk = chunks.find((one) => one.fileName === fileName);
          if (!chunk || found.has(fileName)) return found;
          found.add(fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          for (const next of chunk.imports) filesOf(next, found);
          return found;
        };
        const first = filesOf(entry?.fileName ?? '');
        const added = (file: string) => {
          const page = chunks.find(({ facadeModuleId: id }) => id?.endsWith(`/src/pages/${file}.tsx`));
          return [...filesOf(page?.fileName ?? '')].filter((name) => !first.has(name));
        };
        const listed = [...readFileSync(PAGES, 'utf8').matchAll(PAGE)].map(
          ([, path, file = '']) => [path, file] as const,
        );
        if (listed.length === 0) throw new Error('no page was found in src/pages.ts');
        const signIn = ['/sign-in', 'sign-in/SignInPage'] as const;
        const pages = [signIn, ...listed].map(([path, file]) => [path, added(file)]);
        return html.replace(PLACE, JSON.stringify(Object.fromEntries(pages)));
      },
    },
  };
}
