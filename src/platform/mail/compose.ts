import { createHash } from 'node:crypto';
import { escapeHtml } from '../../core/text.js';

export interface Letter {
  subject: string;
  /** Language of the words, such as `de`; absent: English. */
  language?: string;
  /** Plain text, a paragraph each. */
  paragraphs: readonly string[];
  /** What matters at a glance, below the paragraphs: a name and a value each. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The one thing to do, below the paragraphs. */
  action?: { label: string; url: string; orOpen?: string };
  /** In small letters at the end: why it came, what to do when it was not expected. */
  notes?: readonly string[];
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** One sheet and no `style` attributes, so that the CSP of a page can name the sheet's hash. Without it, mails stay legible. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;background:#f4f6fa;color:#1d2330;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.sheet{max-width:34rem;margin:2rem auto;padding:1.5rem;background:#fff;border:1px solid #d9dee7;border-radius:12px;overflow-wrap:anywhere}
table{border-collapse:collapse;margin:.75rem 0}th,td{text-align:left;vertical-align:top;padding:.2rem .75rem .2rem 0}th{font-weight:600}
h1{font-size:1.3rem;line-height:1.3;margin:0 0 .75rem}p{margin:.75rem 0}
.button{display:inline-block;padding:.6rem 1.2rem;font-weight:600;color:#fff;background:#1f5fd6;border-radius:8px;text-decoration:none}
.soft{color:#5b6475;font-size:.875rem}a{color:#1f5fd6}a.button{color:#fff}
@media(prefers-color-scheme:dark){body{background:#1d2330;color:#e8ebf2}.sheet{background:#151922;border-color:#333b4a}.soft{color:#a3acbd}a{color:#7aa7ff}a.button{color:#fff}}
`;

/** For the Content-Security-Policy of a page that shows a mail. */
export const MAIL_STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const paragraph = (text: string, className = ''): string =>
  `<p${className && ` class="${className}"`}>${escapeHtml(text)}</p>`;

function table(facts: NonNullable<Letter['facts']>): string[] {
  const row = ([name, value]: readonly [string, string]) =>
    `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`;
  return facts.length > 0 ? [`<table>${facts.map(row).join('')}</table>`] : [];
}

/** Writes a letter as text and as HTML, in light and dark. */
export function composeMail(letter: Letter): ComposedMail {
  const { subject, language = 'en', paragraphs, facts = [], action, notes = [] } = letter;
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(notes.length > 0 ? ['--', ...notes] : []),
  ];
  const button = action && [
    `<p><a class="button" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
    `<p class="soft">${escapeHtml(action.orOpen ?? 'Or open this address:')}<br>${escapeHtml(action.url)}</p>`,
  ];
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body><main class="sheet">
<h1>${escapeHtml(subject)}</h1>
${[...paragraphs.map((text) => paragraph(text)), ...table(facts), ...(button ?? []), ...notes.map((note) => paragraph(note, 'soft'))].join('\n')}
</main></body>
</html>
`;
  return { subject, text: `${text.join('\n\n')}\n`, html };
}
