import type { Messages } from '../../src/core/locales/en.js';
import { catalogue, chooseLanguage, languages, translator } from '../../src/core/locales/messages.js';

const textsOf = (language: string) => catalogue.get(language) as Messages;
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('every language has every text, with the same places for values', () => {
  expect(languages().sort()).toEqual(['de', 'en']);
  const english = textsOf('en');
  for (const language of languages()) {
    const texts = textsOf(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect({ language, key, places: places(text) }).toEqual({
        ...{ language, key },
        places: places(english[key as keyof Messages]),
      });
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
    expect(Intl.getCanonicalLocales(texts['page.locale'])[0]?.slice(0, 2)).toBe(language);
  }
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR,fr;q=0.9,en;q=0.5,de;q=0.7', 'de'],
  ['en-US,de;q=0.9', 'en'],
  ['pl, cs', 'en'],
  ['de;q=0, en', 'en'],
  ['*', 'en'],
  [';;q=,de;q=x,%00', 'en'],
])('Accept-Language %p: %s', (accepted, language) => {
  expect(chooseLanguage(accepted)).toBe(language);
});

test('values stand in their places; a value is never read as a place', () => {
  const t = translator('de');
  expect(t('checkout.pay', { amount: '{amount} $& 5' })).toBe('{amount} $& 5 bezahlen');
  expect(translator('xx')('checkout.pay', { amount: '€5' })).toBe('Pay €5');
});

test('German sets an event’s name in quotes within a sentence, and ends no sentence with an organizer’s, such as one e. V.', () => {
  for (const text of Object.values(textsOf('de'))) {
    expect(text.replaceAll('„{event}“', '')).not.toContain('{event}');
    expect(text).not.toContain('{organizer}.');
  }
});

test('German has one word for tickets; „Karte“ is what one pays with', () => {
  for (const text of Object.values(textsOf('de'))) {
    expect(text.replaceAll('Zahlungen per Karte', '')).not.toMatch(/Karte|von selbst|womit/);
  }
});
