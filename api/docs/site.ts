import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Json } from '../http/json.js';
import { type Rendered, renderMarkdown } from './markdown.js';
import { ALL_GUIDES, GUIDES, type Guide, PARTNERS_END } from './navigation.js';
import { postmanCollection } from './reference/postman.js';
import { objectLinks, resourceMarkdown } from './reference/resource-page.js';
import { type ReferenceOperation, readResources } from './reference/resources.js';
import { tryForm } from './reference/try-form.js';

export interface DocsPage extends Rendered, Omit<Source, 'write'> {
  markdown: string;
}

export interface NavigationGroup {
  label: string;
  pages: { slug: string; label: string }[];
}

export type DocsSite = ReturnType<typeof createDocsSite>;

/** The widget on its own page, which is how it can be tried; `/docs` gives it the reader's key. */
const WIDGET =
  '<partner-events limit="3" filters heading-level="2"></partner-events><script type="module" src="/widget.js"></script>';

interface Source extends Omit<Guide, 'file'> {
  isReference: boolean;
  /** @returns its Markdown. */
  write(): string;
}

/** Guides are written for this address; readers see their service's. */
const EXAMPLE_ORIGIN = 'https://api.example.com';

/** Where a guide shows a whole file. */
const SHOWN_FILE = /^<!-- file: (examples\/[\w/-]+\.(\w+)) -->$/gm;

/** The languages of files whose ending is another word. */
const FENCES: Record<string, string> = { py: 'python', mts: 'ts' };

/** A guide up to where it ends for partners, with the files that it shows as blocks of code. */
export const readGuide = (file: string): string =>
  (readFileSync(join(projectRoot(), 'docs', file), 'utf8').split(PARTNERS_END, 1)[0] ?? '').replace(
    SHOWN_FILE,
    (_mark, path: string, ending: string) =>
      `\`\`\`${FENCES[ending] ?? ending}\n${readFileSync(join(projectRoot(), path), 'utf8')}\`\`\``,
  );

/** Where a link of a guide leads: to the page that a file of `docs/` is here; null for a file that is none. */
export function guideLink(href: string): string | null {
  const [, file, anchor = ''] = /^([\w./-]+\.md)(#.*)?$/.exec(href) ?? [];
  // Other files of the repository are not served.
  if (file === undefined) return href.startsWith('../') ? null : href;
  const guide = ALL_GUIDES.find((guide) => guide.file === file);
  return guide ? `/docs/${guide.slug}${anchor}` : null;
}

/**
 * The pages of `/docs`. A page is rendered when it is first read; the process then has it.
 *
 * @param document the OpenAPI document, for the reference.
 * @throws {Error} when a guide is missing here.
 */
export function createDocsSite(config: Config, document: Json) {
  const resources = readResources(document);
  const link = objectLinks(resources);
  const operations = new Map<string, ReferenceOperation>(
    resources.flatMap(({ operations: all }) => all.map((operation) => [operation.id, operation] as const)),
  );
  const localize = (text: string): string =>
    text.replaceAll(`${EXAMPLE_ORIGIN}/v1`, config.baseUrl).replaceAll(EXAMPLE_ORIGIN, config.origin);
  const guides = ALL_GUIDES.map(
    ({ file, ...guide }): Source => ({ ...guide, isReference: false, write: () => localize(readGuide(file)) }),
  );
  const references = resources.map(
    (resource): Source => ({
      slug: resource.slug,
      label: resource.name,
      isReference: true,
      keywords: '',
      write: () => localize(resourceMarkdown(resource, link)),
    }),
  );
  const sources = new Map([...guides, ...references].map((page) => [page.slug, page]));
  const rendered = new Map<string, DocsPage>();

  const insert = (id: string): string => {
    if (id === 'widget') return WIDGET;
    const operation = operations.get(id);
    return operation ? (tryForm(operation, config.baseUrl)?.text ?? '') : '';
  };
  const page = (slug: string): DocsPage | null => {
    const source = sources.get(slug);
    const ready = rendered.get(slug);
    if (!source || ready) return ready ?? null;
    const { write, ...facts } = source;
    const markdown = write();
    const rendering = renderMarkdown(markdown, { link: guideLink, insert });
    const made: DocsPage = { ...rendering, ...facts, markdown: forReaders(markdown) };
    rendered.set(slug, made);
    return made;
  };
  return {
    navigation: [
      ...GUIDES.map(({ label, guides: all }) => ({
        label,
        pages: all.map((guide) => ({ slug: guide.slug, label: guide.label })),
      })),
      { label: 'Reference', pages: references.map(({ slug, label }) => ({ slug, label })) },
    ],
    page,
    /** All pages, in the order of the navigation. */
    pages: (): DocsPage[] => [...sources.keys()].flatMap((slug) => page(slug) ?? []),
    /** The operations for Postman. */
    postman: () => postmanCollection(resources, config),
  };
}

/** The text for readers elsewhere: without our marks, and with links that lead here. */
function forReaders(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/^```insert\n.*\n```\n+/gm, '')
    .replace(/^(#+ .*?)\s*\{#[\w.-]+\}$/gm, '$1')
    .replace(/\[([^\]]*)\]\(([\w./-]+\.md(?:#[^)]*)?|\.\.\/[^)]*)\)/g, (_all, text: string, href: string) => {
      const target = guideLink(href);
      return target === null ? text : `[${text}](${target.replace(/(#|$)/, '.md$1')})`;
    });
}
