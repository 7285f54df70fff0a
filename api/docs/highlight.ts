import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from '../../src/core/text.js';

const languages = { sh: bash, go, http, json, python, sql, ts: typescript, js: typescript, html: xml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Names of languages that the library calls otherwise. */
const LABELS: Record<string, string> = { sh: 'Shell', js: 'JavaScript', html: 'HTML' };

/** Code as HTML: its parts in spans with classes, so that no style stands in the page. A language unknown to us stays plain. */
export function highlight(code: string, language: string): string {
  return language in languages ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

/** The name of a language above its code. */
export const languageLabel = (language: string): string =>
  LABELS[language] ?? hljs.getLanguage(language)?.name ?? 'Text';
