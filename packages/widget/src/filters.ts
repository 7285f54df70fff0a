import type { Options } from './api.ts';
import { make } from './dom.ts';
import type { Texts } from './texts.ts';

/** A form where visitors choose city, category and first day. @param onChange called with the choice. */
export function filterForm(
  { cities, categories }: Options,
  texts: Texts,
  onChange: (query: Record<string, string>) => void,
): HTMLElement {
  const choice = (name: string, label: string, options: [value: string, text: string][]) => {
    const select = make('select', { name, part: 'filter' }, make('option', { value: '' }, texts.all));
    for (const [value, text] of options) select.append(make('option', { value }, text));
    return make('label', { part: 'label' }, label, select);
  };
  const form = make(
    'form',
    { part: 'filters', role: 'search', 'aria-label': texts.filters },
    choice(
      'near',
      texts.city,
      cities.flatMap(({ city, country }) => (country ? [[`${city},${country}`, city] as [string, string]] : [])),
    ),
    choice(
      'category',
      texts.category,
      categories.map(({ id, name }) => [id, name]),
    ),
    make('label', { part: 'label' }, texts.from, make('input', { name: 'from', type: 'date', part: 'filter' })),
  );
  const chosen = (): Record<string, string> => {
    const query: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') query[name] = value;
    return query;
  };
  form.addEventListener('change', () => onChange(chosen()));
  form.addEventListener('submit', (event) => event.preventDefault());
  return form;
}
