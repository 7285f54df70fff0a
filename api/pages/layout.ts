import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../src/core/escape-html.js';
import type { App } from '../http/access.js';
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

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2330;--soft:#5b6475;--paper:#fff;--line:#d9dee7;--tint:#f4f6fa;--act:#1f5fd6;--warn:#8a4b00;--warn-tint:#fff4e0;--bad:#a3182b;--bad-tint:#fdecee}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebf2;--soft:#a3acbd;--paper:#151922;--line:#333b4a;--tint:#1d2330;--act:#7aa7ff;--warn:#ffcf8a;--warn-tint:#3a2a10;--bad:#ff9aa7;--bad-tint:#3d161c}}
*{box-sizing:border-box}
body{margin:0;background:var(--tint);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:2rem auto;padding:1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
main.wide{max-width:68rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0}.soft{color:var(--soft)}a{color:var(--act)}
.note{padding:.75rem 1rem;border-radius:8px;background:var(--warn-tint);color:var(--warn);margin:0 0 1rem}
.bad{padding:.75rem 1rem;border-radius:8px;background:var(--bad-tint);color:var(--bad);margin:0 0 1rem}
.banner{position:relative;display:grid;place-items:center;height:14rem;overflow:hidden;border-radius:8px;margin-bottom:1rem;background:linear-gradient(135deg,#1f5fd6,#6a2fb5)}
.banner span{font-size:5rem;font-weight:700;color:#fff}.banner img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;color:transparent}
header.site{max-width:44rem;margin:1.25rem auto -1rem;padding:0 1.5rem;display:flex;gap:.75rem;align-items:center;font-weight:600}
footer.site{max-width:44rem;margin:0 auto 2rem;padding:0 1.5rem;font-size:.9rem;color:var(--soft);overflow-wrap:anywhere}
footer.site ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}footer.site a{display:inline-block;padding:.25rem 0}
header.site img,.organizer img{border-radius:4px;max-width:8rem;object-fit:contain}.organizer{display:flex;gap:.75rem;align-items:center}
.line{display:block}table.facts th{padding-left:0;width:35%}.error{display:block;color:var(--bad);margin:.25rem 0 0}[aria-invalid=true]{border-color:var(--bad)!important;border-width:2px}
.total{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;padding:.75rem 0;border-top:1px solid var(--line)}.total span{flex:none}.total output{font-weight:600;text-align:right}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}[hidden]{display:none!important}
@media print{button,.actions,nav{display:none}body{background:none}main{border:0}}
fieldset{border:1px solid var(--line);border-radius:8px;margin:1rem 0;padding:.25rem 1rem}legend{padding:0 .25rem;color:var(--soft)}
label{display:block;margin:.75rem 0}label.row{display:flex;gap:.75rem;align-items:baseline;margin:0;padding:.6rem 0;border-bottom:1px solid var(--line)}
label.row:last-child{border:0}label.row .price{margin-left:auto;overflow-wrap:normal;font-variant-numeric:tabular-nums;text-align:right}
input:not([type=radio]),select{display:block;width:100%;margin-top:.25rem;padding:.55rem .7rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:8px}
input[type=number]{max-width:8rem}
button,.button{display:inline-block;padding:.6rem 1.2rem;font:inherit;font-weight:600;color:#fff;background:#1f5fd6;border:0;border-radius:8px;cursor:pointer;text-decoration:none}
button.plain{color:var(--ink);background:var(--tint);border:1px solid var(--line);font-weight:400;padding:.35rem .7rem}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.scroll{overflow-x:auto;overflow-wrap:break-word}table{width:100%;border-collapse:collapse;font-size:.95rem}th,td{text-align:left;padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}th{overflow-wrap:normal}
.scroll td{min-width:6.5rem}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}code{font-size:.9em}
pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--tint);border:1px solid var(--line);border-radius:8px;white-space:pre-wrap;font-size:.85rem;line-height:1.45}
form.inline{display:inline-flex;gap:.4rem;align-items:center}form.inline input{width:5rem;margin:0;padding:.3rem .4rem}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  title: string;
  body: Html;
  /** Tables need room. */
  wide?: boolean;
  /** 200 unless told otherwise. */
  status?: number;
  /** English unless told otherwise. */
  language?: string;
  /** For numbers and dates of the script. */
  locale?: string;
  /** Further elements of the head. */
  head?: Html;
  /** Above and below the page. */
  header?: Html;
  footer?: Html;
  /** Whether search engines may list it. */
  indexed?: boolean;
  /** Whether the page has something for our script. */
  live?: boolean;
}

/** In the page itself, so that nothing is loaded for it. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f5fd6" d="M3 8h26v5a3 3 0 0 0 0 6v5H3v-5a3 3 0 0 0 0-6z"/><path stroke="#fff" stroke-width="2" stroke-dasharray="2 2" d="M20 9v14"/></svg>`;
const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ICON)}`;

/**
 * Sends a page of the service: no scripts but our own, by its hash, nothing kept by caches, not to be framed by others.
 * Data for search engines is no script: browsers do not run it, whatever the policy.
 */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const {
    title,
    body,
    wide,
    status = 200,
    language = 'en',
    locale = 'en-GB',
    head,
    header,
    footer,
    indexed,
    live,
  } = page;
  const text = html`<!doctype html>
<html lang="${language}" data-locale="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!indexed && html`<meta name="robots" content="noindex">`}
<title>${title}</title>
<link rel="icon" href="${ICON_URL}">
${head}
<style>${new Html(STYLE)}</style>
</head>
<body>${header}<main${wide ? new Html(' class="wide"') : ''}>${body}</main>${footer}${
    live && html`<script type="module">${new Html(LIVE_SCRIPT)}</script>`
  }</body>
</html>`;
  const scripts = live ? `script-src 'sha256-${LIVE_SCRIPT_HASH}'; ` : '';
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; ${scripts}style-src 'sha256-${STYLE_HASH}'; img-src 'self' https: data:; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'`,
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
