import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../src/core/escape-html.js';
import type { App } from '../http/access.js';

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
img.banner{width:100%;max-height:16rem;object-fit:cover;border-radius:8px;margin-bottom:1rem}
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
}

/** Sends a page of the service: no scripts, nothing kept by caches, not to be framed by others. */
export function sendPage(reply: FastifyReply, { title, body, wide, status = 200 }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main${wide ? new Html(' class="wide"') : ''}>${body}</main></body>
</html>`;
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src https: data:; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'`,
      'Referrer-Policy': 'no-referrer',
    })
    .send(page.text);
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
