import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { fontFaces, variables } from '../pages/layout.js';

interface Asset {
  type: string;
  content: Buffer;
}

export interface Assets {
  /** Their address, which changes with their content. */
  folder: string;
  files: ReadonlyMap<string, Asset>;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The colours and the font of the service's other pages, in the reader's choice of light or dark. */
const brand = (): string =>
  [
    `:root{color-scheme:light;${variables('light')}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${variables('dark')}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${variables('dark')}}`,
    fontFaces(),
  ].join('\n');

/** The scripts and styles of `/docs`: `api/docs/assets` unchanged, all styles as one, and the search library. */
export function readAssets(): Assets {
  const source = join(projectRoot(), 'api/docs/assets');
  const files = new Map<string, Asset>();
  const add = (name: string, content: Buffer) =>
    files.set(name, { type: TYPES[extname(name)] ?? 'text/plain', content });
  const names = readdirSync(source).sort();
  const styles = names.filter((name) => name.endsWith('.css')).map((name) => readFileSync(join(source, name), 'utf8'));
  add('docs.css', Buffer.from([brand(), ...styles].join('\n')));
  for (const name of names) if (name.endsWith('.js')) add(name, readFileSync(join(source, name)));
  // The build for browsers is in the same folder as the build for Node.
  add('minisearch.js', readFileSync(join(require.resolve('minisearch'), '../../es/index.js')));
  const digest = createHash('sha256');
  for (const [name, { content }] of files) digest.update(name).update(content);
  return { folder: `/docs/assets/${digest.digest('hex').slice(0, 12)}`, files };
}
