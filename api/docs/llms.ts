import type { DocsSite } from './site.js';

/** `/llms.txt`: what there is to read, each page as Markdown, for programs that read for people (llmstxt.org). */
export function llmsText(site: DocsSite, origin: string): string {
  const groups = site.navigation.map(({ label, pages }) => {
    const items = pages.map(({ slug }) => {
      const page = site.page(slug);
      return `- [${page?.title}](${origin}/docs/${slug}.md): ${page?.summary.split('. ')[0]?.replace(/\.$/, '')}.`;
    });
    return `## ${label}\n\n${items.join('\n')}`;
  });
  return `# Partner Events

> An API for live events: list the events you may show, send visitors to each event's buy link or hold tickets for them, and earn a
> reward on eligible sales.

The whole API as OpenAPI 3.1: ${origin}/openapi.json. Every problem code has a page: ${origin}/problems.

${groups.join('\n\n')}
`;
}
