import { type MessageKey, type Messages, messages } from './en.js';

/** Gives a text in one language, with values in the places that it names in braces. */
export interface Translator {
  (key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
  /** Two letters. */
  language: string;
  /** For dates and amounts, such as `de-DE`. */
  locale: string;
}

/** The texts of one file of `locales`. */
export function translatorOf(texts: Messages): Translator {
  const locale = texts['page.locale'];
  const translate = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
    texts[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  return Object.assign(translate, { locale, language: locale.slice(0, 2) });
}

/** The language for readers whose languages we do not have. */
export const ENGLISH: Translator = translatorOf(messages);

/** Whether there is a text for this key, in every language. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}
