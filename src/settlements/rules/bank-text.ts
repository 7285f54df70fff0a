import { toLatin } from '../../core/text.js';

/** What every bank takes in a name or a text (EPC217-08). */
const ALLOWED = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** A text as bank files carry it: Latin letters without accents, at most `max` characters; null: nothing readable is left. */
export function bankText(text: string, max: number): string | null {
  const latin = toLatin(text).replace(/&/g, '+');
  if (/\p{L}/u.test(latin.replace(/[A-Za-z]/g, ''))) return null;
  const plain = latin.replace(ALLOWED, ' ').replace(/\s+/g, ' ').trim().slice(0, max).trim();
  return plain === '' ? null : plain;
}

/** Ids of ours as banks take them: no underscore. */
export function bankId(id: string): string {
  return id.replaceAll('_', '-');
}
