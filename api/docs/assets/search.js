import MiniSearch from './minisearch.js';

const MOST = 8;

/** Reads what can be found and searches it as the reader types. Called once, when the field is first used. */
export async function mountSearch() {
  const field = document.querySelector('#search');
  const list = document.querySelector('#found');
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    // `changed_since` is found by itself and by its parts.
    tokenize: (text) =>
      text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...(word.includes('_') ? word.split('_') : [])]),
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
      combineWith: 'AND',
    },
  });
  let active = -1;

  const options = () => [...list.children];
  const close = () => {
    list.hidden = true;
    active = -1;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };
  const activate = (position) => {
    active = position;
    const all = options();
    for (const [at, one] of all.entries()) one.setAttribute('aria-selected', String(at === position));
    const option = all[position];
    if (!option) return;
    field.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };
  const go = (option) => {
    close();
    location.href = option.dataset.href;
  };

  function search() {
    const words = field.value.trim();
    if (words === '') return close();
    const found = index.search(words).slice(0, MOST);
    list.replaceChildren(...(found.length > 0 ? found.map(optionOf) : [nothing(words)]));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    activate(found.length > 0 ? 0 : -1);
  }

  function optionOf({ id, title, page, text, terms }, position) {
    const option = document.createElement('li');
    option.id = `found-${position}`;
    option.className = 'result';
    option.setAttribute('role', 'option');
    option.dataset.href = id;
    const head = document.createElement('span');
    head.className = 'result-title';
    head.textContent = title;
    const place = document.createElement('span');
    place.className = 'result-text';
    place.textContent = page === title ? excerpt(text, terms) : `${page} · ${excerpt(text, terms)}`;
    option.append(head, place);
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
      go(option);
    });
    return option;
  }

  field.addEventListener('input', search);
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return close();
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = options().length;
    if (step) {
      event.preventDefault();
      activate((active + step + count) % count);
    } else if (event.key === 'Enter' && options()[active]?.dataset.href) {
      event.preventDefault();
      go(options()[active]);
    }
  });

  const answer = await fetch('/docs/search.json');
  if (!answer.ok) return;
  index.addAll(await answer.json());
  if (document.activeElement === field) search();
}

function nothing(words) {
  const option = document.createElement('li');
  option.className = 'result';
  option.setAttribute('role', 'option');
  option.setAttribute('aria-disabled', 'true');
  option.textContent = `Nothing found for “${words}”.`;
  return option;
}

/** The text around the first word that was found. */
function excerpt(text, terms) {
  const plain = text.replace(/\s+/g, ' ');
  const at = Math.max(0, plain.toLowerCase().indexOf(terms[0] ?? '') - 40);
  return `${at > 0 ? '…' : ''}${plain.slice(at, at + 110)}`;
}
