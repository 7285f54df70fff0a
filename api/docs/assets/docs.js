import { keyFault, makeTestKey, readKey, storeKey } from './reader-key.js';

const LANGUAGE = 'partner-events.docs.language';
const PLACEHOLDER = 'tt_test_…';

/** @template {Element} T @param {string} selector @param {ParentNode} [within] @returns {T[]} */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector, within = document) => within.querySelector(selector);

/** Links of the reference before this one: `/docs#/Orders/postOrders`. */
function followOldLink() {
  const [, tag, operation] = /^#\/(\w+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
  if (tag) location.replace(`/docs/reference/${tag.toLowerCase()}${operation ? `#${operation}` : ''}`);
}

function menu() {
  const button = one('.menu');
  button.addEventListener('click', () => {
    const open = document.body.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(open));
  });
  one('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** The dashboard has the same choice, under the same name. */
function theme() {
  const NAME = 'mantine-color-scheme-value';
  const select = one('#theme');
  try {
    select.value = localStorage.getItem(NAME) ?? 'auto';
  } catch {}
  select.addEventListener('change', () => {
    const { value } = select;
    if (value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    try {
      localStorage.setItem(NAME, value);
    } catch {}
  });
}

/** A button on every block of code. */
function copyButtons() {
  for (const block of all('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy the ${one('.code-label', block).textContent} code`);
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(one('code', block).textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
    one('.code-label', block).after(button);
  }
}

/** Samples in several languages become tabs; a choice holds for all of them, and for the next page. */
function tabs() {
  let chosen = null;
  try {
    chosen = localStorage.getItem(LANGUAGE);
  } catch {}
  const groups = all('.samples').map((group, index) => {
    const blocks = all('.code', group);
    const bar = document.createElement('div');
    bar.className = 'tabs';
    bar.setAttribute('role', 'tablist');
    bar.setAttribute('aria-label', 'Language');
    const buttons = blocks.map((block, position) => {
      const button = document.createElement('button');
      const label = one('.code-label', block).textContent;
      Object.assign(button, { type: 'button', id: `tab-${index}-${position}`, textContent: label, className: 'tab' });
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-controls', `panel-${index}-${position}`);
      Object.assign(block, { id: `panel-${index}-${position}` });
      block.setAttribute('role', 'tabpanel');
      block.setAttribute('aria-labelledby', button.id);
      button.addEventListener('click', () => choose(block.dataset.language));
      return button;
    });
    bar.append(...buttons);
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
    });
    group.prepend(bar);
    return { blocks, buttons };
  });
  function choose(language) {
    for (const { blocks, buttons } of groups) {
      const shown = Math.max(
        0,
        blocks.findIndex((block) => block.dataset.language === language),
      );
      blocks.forEach((block, position) => {
        block.hidden = position !== shown;
        buttons[position].setAttribute('aria-selected', String(position === shown));
        buttons[position].tabIndex = position === shown ? 0 : -1;
      });
    }
    try {
      localStorage.setItem(LANGUAGE, language);
    } catch {}
  }
  if (groups.length > 0) choose(chosen ?? 'sh');
}

/** Puts the reader's key in place of the one that stands for it in code, and into the widget that can be tried. */
function fillKey() {
  const key = readKey();
  const widget = one('partner-events');
  if (key) widget?.setAttribute('website-key', key);
  else widget?.removeAttribute('website-key');
  one('#key-button').textContent = key ? 'Your key is filled in' : 'Your key';
  for (const code of all('code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      node.original ??= node.data;
      if (node.original.includes(PLACEHOLDER)) node.data = node.original.replaceAll(PLACEHOLDER, key ?? PLACEHOLDER);
    }
  }
}

function keyDialog() {
  const dialog = one('#key-dialog');
  const field = one('#key-field');
  const fault = one('#key-fault');
  one('#key-button').addEventListener('click', () => {
    field.value = readKey() ?? '';
    fault.textContent = '';
    dialog.showModal();
  });
  const make = one('#key-make');
  make.addEventListener('click', async () => {
    make.disabled = true;
    const made = await makeTestKey();
    make.disabled = false;
    fault.textContent = made.fault ?? '';
    if (made.fault) return;
    storeKey(made.key);
    fillKey();
    dialog.close();
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  one('form', dialog).addEventListener('submit', (event) => {
    const choice = event.submitter?.value;
    if (choice === 'forget') storeKey(null);
    if (choice === 'use') {
      fault.textContent = keyFault(field.value.trim());
      if (fault.textContent) return event.preventDefault();
      storeKey(field.value.trim());
    }
    fillKey();
  });
}

followOldLink();
menu();
theme();
copyButtons();
tabs();
keyDialog();
fillKey();
if (one('form[data-url]')) import('./try.js').then(({ mountForms }) => mountForms());
one('#search').addEventListener('focus', () => import('./search.js').then(({ mountSearch }) => mountSearch()), {
  once: true,
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea, select, dialog'))
    return;
  event.preventDefault();
  one('#search').focus();
});
