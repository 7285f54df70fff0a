import { type Html, html, LOGO_URL } from '../pages/layout.js';
import type { DocsSite, NavigationGroup } from './site.js';

export interface ShellPage {
  title: string;
  /** The page's address below `/docs`; empty for the first page. */
  slug: string;
  body: Html;
  /** The address of the page as Markdown; absent for the first page, which is drawn from the navigation. */
  markdownUrl?: string;
  /** The parts to jump to. */
  contents?: { id: string; title: string }[];
}

/** Addresses that the navigation names after its pages. */
const OUTSIDE_DOCS = [
  ['/problems', 'Problem codes'],
  ['/status', 'Status'],
  ['/openapi.json', 'OpenAPI document'],
  ['/docs/postman.json', 'Postman collection'],
] as const;

const place = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`);

function navigation(groups: readonly NavigationGroup[], current: string): Html {
  const item = (slug: string, label: string) =>
    html`<li><a class="link" href="${place(slug)}"${slug === current && html` aria-current="page"`}>${label}</a></li>`;
  const group = (label: string, items: readonly Html[]) =>
    html`<p class="group">${label}</p><ul class="links">${items}</ul>`;
  const pages = groups.map((named) =>
    group(
      named.label,
      named.pages.map(({ slug, label }) => item(slug, label)),
    ),
  );
  const more = group(
    'More',
    OUTSIDE_DOCS.map(([href, label]) => html`<li><a class="link" href="${href}">${label}</a></li>`),
  );
  return html`<nav id="pages" class="pages" aria-label="Documentation"><ul class="links">${item('', 'Overview')}</ul>${pages}${more}</nav>`;
}

/** Asks for the reader's test key, which stays in the tab. */
const KEY_DIALOG = html`<dialog id="key-dialog" aria-labelledby="key-title"><form method="dialog">
<h2 id="key-title" class="dialog-title">Your test key</h2>
<p>Code on these pages then shows your key, and “Try it” sends it. It stays in this browser tab until you close the tab or forget
the key. We store keys only as hashes, so we can’t fill in one that you have: paste it, or make another.</p>
<p class="field"><label for="key-field">Test key or website key</label><input id="key-field" name="key" autocomplete="off" spellcheck="false" placeholder="tt_test_…"></p>
<p id="key-fault" class="fault" role="alert"></p>
<p id="key-hint" class="soft">No key at hand? If you are signed in to the <a href="/dashboard" target="_blank">dashboard</a>, we make one and fill it in.
You find it there under API keys as “Documentation”, and can revoke it.</p>
<p class="actions"><button type="button" class="plain" id="key-make">Make a test key</button></p>
<p class="actions"><button value="use">Use this key</button> <button class="plain" value="forget" formnovalidate>Forget the key</button> <button class="plain" value="cancel" formnovalidate>Close</button></p>
</form></dialog>`;

/** @param assets the address of the folder of scripts and styles, without a slash at its end. */
export function shell(
  site: DocsSite,
  assets: string,
  { title, slug, body, markdownUrl, contents = [] }: ShellPage,
): string {
  const toc =
    contents.length > 1 &&
    html`<nav class="contents" aria-label="On this page"><p class="group">On this page</p><ul class="links">${contents.map(
      ({ id, title: text }) => html`<li><a class="link" href="#${id}">${text}</a></li>`,
    )}</ul></nav>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Partner Events documentation</title>
<link rel="icon" href="${LOGO_URL}">
<link rel="stylesheet" href="${assets}/docs.css">
${markdownUrl !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdownUrl}">`}
<script src="${assets}/theme.js"></script>
<script type="module" src="${assets}/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top">
<a class="brand" href="/"><img src="${LOGO_URL}" alt="" width="28" height="28">Partner Events</a>
<button type="button" class="plain menu" aria-expanded="false" aria-controls="pages">Menu</button>
<div class="search" role="search"><label class="hidden" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<ul id="found" class="found" role="listbox" aria-label="Results" hidden></ul></div>
<div class="tools"><button type="button" class="plain" id="key-button">Your key</button>
<label class="hidden" for="theme">Colours</label><select id="theme" class="theme"><option value="auto">System</option><option value="light">Light</option><option value="dark">Dark</option></select>
<a href="/dashboard">Dashboard</a></div>
</header>
<div class="columns">
${navigation(site.navigation, slug)}
<main id="main" class="text" tabindex="-1">${body}${
    markdownUrl !== undefined &&
    html`<footer class="page-foot"><a href="${markdownUrl}">This page as Markdown</a></footer>`
  }</main>
${toc}
</div>
${KEY_DIALOG}
</body>
</html>`.text;
}
