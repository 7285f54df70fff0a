// @ts-check
import { PartnerEvents, ProblemError } from '@partner-events/client';

const { baseUrl, key } = await (await fetch('/settings.json')).json();
const client = new PartnerEvents({ baseUrl, key });
// Dates, prices, categories and errors in the language of the page.
const locale = 'de';
const WORDS = {
  sold_out: 'ausverkauft',
  not_on_sale: 'nicht im Verkauf',
  ended: 'vorbei',
  available: '',
  limited: 'nur noch wenige',
};
/** Visitors type faster than an answer comes. */
const PAUSE_MS = 300;

const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
const status = /** @type {HTMLElement} */ (document.querySelector('[role=status]'));
const found = /** @type {HTMLElement} */ (document.querySelector('#found'));
const favourites = /** @type {HTMLElement} */ (document.querySelector('#favourites'));
/** Ids in the order in which they were saved. @type {Set<string>} */
const saved = new Set(JSON.parse(localStorage.getItem('favourites') ?? '[]'));

let searching = new AbortController();
let pause = 0;

async function search() {
  searching.abort();
  searching = new AbortController();
  const { signal } = searching;
  const { q, category } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  try {
    const { events } = await client.events.list(
      { q: q?.trim() || undefined, category: category || undefined, limit: 20, locale },
      { signal },
    );
    found.replaceChildren(...events.map(itemOf));
    status.textContent = `Gefunden: ${events.length}`;
  } catch (error) {
    if (!signal.aborted) showError(error);
  }
}

/** All favourites in one call. Those that may no longer be shown are forgotten. */
async function showFavourites() {
  if (saved.size === 0) return favourites.replaceChildren();
  const { events, missing = [], withdrawn = [] } = await client.events.list({ ids: [...saved].slice(-100), locale });
  for (const id of [...missing, ...withdrawn.map(({ id }) => id)]) saved.delete(id);
  localStorage.setItem('favourites', JSON.stringify([...saved]));
  favourites.replaceChildren(...events.map(itemOf));
}

/** @param {import('@partner-events/client').Event} event */
function itemOf({ id, name, display, location, tickets }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = tickets.buy_url;
  link.textContent = name;
  const button = document.createElement('button');
  button.textContent = saved.has(id) ? 'Entfernen' : 'Merken';
  button.setAttribute('aria-label', `${button.textContent}: ${name}`);
  button.addEventListener('click', async () => {
    if (!saved.delete(id)) saved.add(id);
    localStorage.setItem('favourites', JSON.stringify([...saved]));
    await Promise.all([search(), showFavourites()]).catch(showError);
  });
  const facts = [display.date_label, location.city, display.price_label, WORDS[tickets.availability]].filter(Boolean);
  item.append(link, ' ', button, document.createElement('br'), facts.join(' · '));
  return item;
}

/** @param {unknown} error */
function showError(error) {
  // `title` is for people and in German; `detail` may name a parameter.
  status.textContent = error instanceof ProblemError ? error.title : 'Bitte versuchen Sie es später noch einmal.';
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', () => {
  clearTimeout(pause);
  pause = window.setTimeout(search, PAUSE_MS);
});

try {
  const { categories } = await client.categories.list({ locale });
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem('category'));
  select.append(...categories.map(({ id, name, events }) => new Option(`${name} (${events})`, id)));
  await Promise.all([search(), showFavourites()]);
} catch (error) {
  showError(error);
}
