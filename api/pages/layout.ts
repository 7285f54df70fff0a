import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { LOGO, TOKENS } from '../../src/core/brand.js';
import { escapeHtml } from '../../src/core/text.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { App } from '../http/access.js';
import { PAGE_PERMISSIONS } from '../http/page-permissions.js';
import { LIVE_SCRIPT, LIVE_SCRIPT_HASH } from './live-script.js';

/** Finished markup: whatever else is put into a template is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Fragment = Html | string | number | null | undefined | false | readonly Fragment[];

function render(fragment: Fragment): string {
  if (fragment instanceof Html) return fragment.text;
  if (Array.isArray(fragment)) return fragment.map(render).join('');
  if (fragment === null || fragment === undefined || fragment === false) return '';
  return escapeHtml(String(fragment));
}

/** A template whose values are escaped; lists are joined, null and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: Fragment[]): Html {
  return new Html(parts.map((part, i) => part + (i < values.length ? render(values[i]) : '')).join(''));
}

/** A sentence of ours, with what stands between back quotes as code. */
export function sentence(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** The colours as variables of CSS. */
export const variables = (scheme: keyof typeof TOKENS): string =>
  Object.entries(TOKENS[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The characters of each of the font's files, from the package that the dashboard uses. */
const FONT_RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

/** The dashboard's font, from its build; nothing where that is missing. */
export function fontFaces(): string {
  const folder = join(projectRoot(), 'dist/dashboard/assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const faces = Object.entries(FONT_RANGES).map(([subset, range]) => {
    const file = files.find((name) => new RegExp(`^inter-${subset}-wght-normal-[\\w-]{8}\\.woff2$`).test(name));
    return (
      file &&
      `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(/dashboard/assets/${file}) format('woff2');unicode-range:${range}}`
    );
  });
  return faces.filter(Boolean).join('\n');
}

const STYLE = `
:root{color-scheme:light dark;${variables('light')}}
@media(prefers-color-scheme:dark){:root{${variables('dark')}}}
${fontFaces()}
*{box-sizing:border-box}
body{margin:0;background:var(--tint);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
main{max-width:44rem;margin:2rem auto;padding:1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
main.wide{max-width:68rem}
h1,h2{letter-spacing:-.01em;text-wrap:balance}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0}.soft{color:var(--soft)}a{color:var(--act)}
.note{padding:.75rem 1rem;border-radius:8px;background:var(--warn-tint);color:var(--warn);margin:0 0 1rem}
.bad{padding:.75rem 1rem;border-radius:8px;background:var(--bad-tint);color:var(--bad);margin:0 0 1rem}
.banner{position:relative;display:grid;place-items:center;aspect-ratio:21/9;overflow:hidden;border-radius:8px;margin-bottom:1rem;background:linear-gradient(135deg,#1f5fd6,#6a2fb5)}
.banner span{font-size:5rem;font-weight:700;color:#fff}.banner img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;color:transparent}
header.site{max-width:44rem;margin:1.25rem auto -1rem;padding:0 1.5rem;display:flex;gap:.625rem;align-items:center;font-weight:600}header.site a{color:inherit;text-decoration:none;display:flex;gap:.625rem;align-items:center}
body:has(main.wide) header.site{max-width:68rem}
footer.site{max-width:44rem;margin:0 auto 2rem;padding:0 1.5rem;font-size:.9rem;color:var(--soft);overflow-wrap:anywhere}
footer.site ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}footer.site a{display:inline-block;padding:.25rem 0}
header.site img,.organizer img{border-radius:4px;max-width:8rem;object-fit:contain}.organizer{display:flex;gap:.75rem;align-items:center}
.line{display:block}table.facts th{padding-left:0;width:35%}.error{display:block;color:var(--bad);margin:.25rem 0 0}[aria-invalid=true]{border-color:var(--bad)!important;border-width:2px}
.total{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;padding:.75rem 0;border-top:1px solid var(--line)}.total span{flex:none}.total output{font-weight:600;text-align:right}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}[hidden]{display:none!important}
fieldset{border:1px solid var(--line);border-radius:8px;margin:1rem 0;padding:.25rem 1rem}legend{padding:0 .25rem;color:var(--soft)}
label{display:block;margin:.75rem 0}label.row{display:flex;gap:.75rem;align-items:baseline;margin:0;padding:.6rem 0;border-bottom:1px solid var(--line)}
label.row:last-child{border:0}label.row .price{margin-left:auto;overflow-wrap:normal;font-variant-numeric:tabular-nums;text-align:right}
input:not([type=radio]),select{display:block;width:100%;margin-top:.25rem;padding:.55rem .7rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:8px}
input[type=number]{max-width:8rem}
button,.button{display:inline-block;padding:.6rem 1.2rem;font:inherit;font-weight:600;color:#fff;background:#1f5fd6;border:0;border-radius:8px;cursor:pointer;text-decoration:none}
button.plain,.button.plain{color:var(--ink);background:var(--tint);border:1px solid var(--line);font-weight:400;padding:.35rem .7rem}.button.plain{font-weight:600;padding:.55rem 1.15rem}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.scroll{overflow-x:auto;overflow-wrap:break-word}table{width:100%;border-collapse:collapse;font-size:.95rem}th,td{text-align:left;padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}th{overflow-wrap:normal}
.scroll td{min-width:6.5rem}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}code{font-size:.9em}
pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--tint);border:1px solid var(--line);border-radius:8px;white-space:pre-wrap;font-size:.85rem;line-height:1.45}
form.inline{display:inline-flex;gap:.4rem;align-items:center}form.inline input{width:5rem;margin:0;padding:.3rem .4rem}
@media print{button,.button,.actions,.screen,nav{display:none!important}body{background:none}main{border:0;margin:0;padding:0}header.site{margin:0 0 1rem;padding:0}h1,h2{break-after:avoid}section,tr{break-inside:avoid}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  title: string;
  body: Html;
  /** Tables need room. */
  wide?: boolean;
  /** Default: 200. */
  status?: number;
  /** Default: English. */
  language?: string;
  /** For numbers and dates of the script. */
  locale?: string;
  /** Further elements of the head. */
  head?: Html;
  /** Above the page. Default: our name. */
  header?: Html;
  /** Below it. */
  footer?: Html;
  /** Whether search engines may list it. */
  indexed?: boolean;
  /** Whether the page has something for our script. */
  withScript?: boolean;
  /** Further targets of forms, besides our own pages and pages over HTTPS. */
  formAction?: string;
}

/** In the page itself, so that nothing is loaded for it. */
export const LOGO_URL = `data:image/svg+xml,${encodeURIComponent(LOGO)}`;

const BRAND = html`<header class="site"><a href="/"><img src="${LOGO_URL}" alt="" width="28" height="28">Partner Events</a></header>`;

/** No scripts but our own, by hash; not cached, not framed. Data for search engines is no script: browsers do not run it. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { status = 200, language = 'en', locale = 'en-GB', header = BRAND, indexed, withScript, formAction } = page;
  const text = html`<!doctype html>
<html lang="${language}" data-locale="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!indexed && html`<meta name="robots" content="noindex">`}
<title>${page.title}</title>
<link rel="icon" href="${LOGO_URL}">
${page.head}
<style>${new Html(STYLE)}</style>
</head>
<body>${header}<main${page.wide ? new Html(' class="wide"') : ''}>${page.body}</main>${page.footer}${
    withScript && html`<script type="module">${new Html(LIVE_SCRIPT)}</script>`
  }</body>
</html>`;
  if (indexed) reply.removeHeader('x-robots-tag');
  const scripts = withScript ? `script-src 'sha256-${LIVE_SCRIPT_HASH}'; ` : '';
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; ${scripts}style-src 'sha256-${STYLE_HASH}'; img-src 'self' https: data:; font-src 'self'; form-action 'self' https:${formAction ? ` ${formAction}` : ''}; frame-ancestors 'none'; base-uri 'none'`,
      'Permissions-Policy': PAGE_PERMISSIONS,
      'Referrer-Policy': 'no-referrer',
    })
    .send(text.text);
}

/** Mounts routes whose POST bodies are HTML forms: `request.body` is a `URLSearchParams`. */
export function withForms(app: App, mount: (scope: App) => void): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    mount(scope as App);
  });
}

/** A field of a form, or an empty text; NUL, which no database can hold, is left out. */
export function field(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '').replaceAll('\0', '') : '';
}
