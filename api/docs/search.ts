import type { PROBLEMS } from '../../src/core/problems.js';
import type { DocsSite } from './site.js';

interface SearchEntry {
  /** Its address. */
  id: string;
  page: string;
  title: string;
  text: string;
}

/** Everything that can be found: every section of every page, and every problem code. */
export function searchEntries(site: DocsSite, problems: typeof PROBLEMS): SearchEntry[] {
  const sections = site.pages().flatMap((page) => {
    let parent = '';
    return page.sections.map(({ id, title, level, text }) => {
      if (level === 2) parent = title;
      return {
        id: level === 1 ? `/docs/${page.slug}` : `/docs/${page.slug}#${id}`,
        page: page.title,
        // `Response` alone says nothing: the reference has one for each operation.
        title: level === 3 && page.isReference ? `${parent}: ${title}` : title,
        text: level === 1 ? `${text}${page.keywords}` : text,
      };
    });
  });
  const codes = Object.entries(problems).map(([code, [status, title, detail]]) => ({
    id: `/problems/${code}`,
    page: 'Problems',
    title: `${code}: ${title}`,
    text: `${status} ${detail}`,
  }));
  return [...sections, ...codes];
}
