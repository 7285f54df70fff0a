import { isMessageKey, type Translator } from '../../core/locales/translator.js';

/** A category's name for people. One that we have no word for keeps the organizer's: `open-air` becomes `Open air`. */
export function categoryName(id: string, t: Translator): string {
  const key = `category.${id.toLowerCase()}`;
  return isMessageKey(key) ? t(key) : id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}
