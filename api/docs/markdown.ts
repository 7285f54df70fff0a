import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../src/core/text.js';
import { highlight, languageLabel } from './highlight.js';

type Token = MarkdownIt.Token;

/** A part of a page under a heading, as the search finds it. */
interface Section {
  id: string;
  title: string;
  level: number;
  text: string;
}

export interface Rendered {
  title: string;
  summary: string;
  html: string;
  sections: Section[];
}

export interface RenderOptions {
  /** The target of a link to a file of `docs/`; null for a file that is not part of the documentation. */
  link(href: string): string | null;
  /** Markup in place of a code block with the info `insert`, by what stands in it. */
  insert?(name: string): string;
}

/** Languages of samples: adjacent blocks of these languages become tabs. */
const SAMPLES = new Set(['sh', 'ts', 'python']);

/** Blocks that the search leaves out: examples of answers are full of words that are meant elsewhere. */
const UNSEARCHED = new Set(['insert', 'json']);

const COMMENT = /^\s*<!--[\s\S]*-->\s*$/;
const OWN_ID = /\s*\{#([\w.-]+)\}$/;

/** An anchor as GitHub makes it of a heading, so that links work there too. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** What someone reads of a line: its words and code, without the marks. */
const toPlainText = (inline: Token | undefined): string =>
  (inline?.children ?? []).map(({ type, content }) => (/break$/.test(type) ? ' ' : content)).join('');

function codeBlock(code: string, language: string): string {
  return (
    `<div class="code" data-language="${escapeHtml(language)}"><p class="code-label">${escapeHtml(languageLabel(language))}</p>` +
    `<pre tabindex="0"><code>${highlight(code.replace(/\n$/, ''), language)}</code></pre></div>`
  );
}

const isSample = (token: Token | undefined) => token?.type === 'fence' && SAMPLES.has(token.info.trim());

function createRenderer({ link, insert = () => '' }: RenderOptions): MarkdownIt {
  const md = new MarkdownIt({ html: true });
  const rules = md.renderer.rules;
  rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info === 'insert') return insert(content.trim());
    const before = isSample(tokens[index - 1]);
    const after = isSample(tokens[index + 1]);
    const grouped = isSample(tokens[index]);
    const opens = grouped && after && !before ? '<div class="samples">' : '';
    return `${opens}${codeBlock(content, info.trim())}${grouped && before && !after ? '</div>' : ''}`;
  };
  rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '');
  // Comments are for us; other markup in a guide is a mistake that shows.
  rules.html_block = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    return COMMENT.test(content) ? '' : escapeHtml(content);
  };
  rules.html_inline = rules.html_block;
  // A table wider than a phone has its own scrolling, also by keyboard.
  rules.table_open = (tokens, index) =>
    `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="${tokens[index]?.attrGet('class') ?? ''}">`;
  // A column without a name: an empty head would be announced as one.
  rules.th_open = (tokens, index) => (tokens[index + 1]?.content === '' ? '<td>' : '<th scope="col">');
  rules.th_close = (tokens, index) => (tokens[index - 1]?.content === '' ? '</td>' : '</th>');
  rules.table_close = () => '</table></div>';
  // Links between files of `docs/` lead to the pages that they are here; those to other files stay as text.
  let isText = false;
  rules.link_open = (tokens, index, settings, _env, self) => {
    const href = link(String(tokens[index]?.attrGet('href')));
    isText = href === null;
    if (href !== null) tokens[index]?.attrSet('href', href);
    return isText ? '' : self.renderToken(tokens, index, settings);
  };
  rules.link_close = () => (isText ? '' : '</a>');
  return md;
}

/** Gives headings their anchors, and says under which of them each token stands. */
function placeHeadings(tokens: Token[]): { sections: Section[]; under: Map<Token, string> } {
  const sections: Section[] = [];
  const under = new Map<Token, string>();
  const seen = new Map<string, number>();
  tokens.forEach((token, index) => {
    const section = sections.at(-1);
    if (section) under.set(token, section.id.split('--', 1)[0] ?? section.id);
    if (token.type === 'heading_open') {
      const inline = tokens[index + 1];
      const last = inline?.children?.at(-1);
      const own = OWN_ID.exec(last?.content ?? '')?.[1];
      if (last && own) last.content = last.content.replace(OWN_ID, '');
      const title = toPlainText(inline);
      const anchor = own ?? toAnchor(title);
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      const id = times === 0 ? anchor : `${anchor}-${times}`;
      token.attrSet('id', id);
      sections.push({ id, title, level: Number(token.tag.slice(1)), text: '' });
    } else if (section && token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      section.text += `${toPlainText(token)}\n`;
    } else if (
      section &&
      (token.type === 'fence' || token.type === 'code_block') &&
      !UNSEARCHED.has(token.info.trim())
    ) {
      section.text += `${token.content}\n`;
    }
  });
  return { sections, under };
}

/** Each row of a table of fields gets an anchor: the heading's, a dot and the field's name, which becomes a link to it. */
function placeFields(tokens: Token[], under: Map<Token, string>): void {
  let fields = false;
  tokens.forEach((token, index) => {
    if (token.type === 'table_open') {
      const head = tokens.slice(index).find(({ type }) => type === 'inline');
      fields = /^(Field|Parameter|Header)$/.test(toPlainText(head));
      if (fields) token.attrSet('class', 'fields');
    }
    const cell = tokens[index + 2];
    const name = cell?.children?.[0];
    if (!fields || token.type !== 'tr_open' || tokens[index + 1]?.type !== 'td_open') return;
    if (!cell || name?.type !== 'code_inline') return;
    const id = `${under.get(token)}.${name.content}`;
    token.attrSet('id', id);
    const text = `<a class="field-link" href="#${escapeHtml(id)}"><code>${escapeHtml(name.content)}</code></a>`;
    name.type = 'text_special';
    name.content = text;
    name.info = 'markup';
  });
}

/** Markdown of ours as a page of the documentation. */
export function renderMarkdown(source: string, options: RenderOptions): Rendered {
  const md = createRenderer(options);
  const { rules } = md.renderer;
  rules.text_special = (tokens, index) => {
    const { content = '', info } = tokens[index] ?? {};
    return info === 'markup' ? content : escapeHtml(content);
  };
  const env = {};
  const tokens = md.parse(source, env);
  const { sections, under } = placeHeadings(tokens);
  placeFields(tokens, under);
  const paragraph = tokens.findIndex(({ type }) => type === 'paragraph_open');
  return {
    title: sections[0]?.title ?? '',
    summary: toPlainText(tokens[paragraph + 1]),
    html: md.renderer.render(tokens, md.options, env),
    sections,
  };
}
