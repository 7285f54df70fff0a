/** The widget's own words. Names, dates and prices come from the API, which is asked for the same language. */
const TEXTS = {
  en: {
    locale: 'en',
    tickets: 'Tickets',
    ticketsFor: (name: string) => `Tickets for ${name}`,
    soldOut: 'Sold out',
    unavailable: 'Not on sale',
    more: 'Show more',
    loading: 'Loading events …',
    none: 'No events found.',
    failed: 'Events could not be loaded.',
    again: 'Try again',
    city: 'City',
    category: 'Category',
    from: 'From',
    all: 'All',
    filters: 'Filter events',
    shown: (count: number) => `${count} ${count === 1 ? 'event' : 'events'} shown`,
  },
  de: {
    locale: 'de',
    tickets: 'Tickets',
    ticketsFor: (name: string) => `Tickets für ${name}`,
    soldOut: 'Ausverkauft',
    unavailable: 'Nicht im Verkauf',
    more: 'Mehr anzeigen',
    loading: 'Veranstaltungen werden geladen …',
    none: 'Keine Veranstaltungen gefunden.',
    failed: 'Die Veranstaltungen konnten nicht geladen werden.',
    again: 'Noch einmal versuchen',
    city: 'Stadt',
    category: 'Kategorie',
    from: 'Ab',
    all: 'Alle',
    filters: 'Veranstaltungen filtern',
    shown: (count: number) => `${count} ${count === 1 ? 'Veranstaltung' : 'Veranstaltungen'} angezeigt`,
  },
};

export type Texts = (typeof TEXTS)['en'];

/** By the language of the page around the element; English where there is none of ours. */
export function textsFor(element: Element): Texts {
  const language = element.closest('[lang]')?.getAttribute('lang')?.slice(0, 2).toLowerCase();
  return language === 'de' ? TEXTS.de : TEXTS.en;
}
