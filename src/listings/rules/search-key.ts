import { foldText } from '../../core/fold.js';

/** Maximum length of a name's key, in characters: both sides of a comparison are cut. */
const NAME_KEY_LENGTH = 200;

/** The form of performers' names for comparing and storing. */
export function searchKey(text: string): string {
  const folded = foldText(text);
  return folded.length <= NAME_KEY_LENGTH ? folded : Array.from(folded).slice(0, NAME_KEY_LENGTH).join('').trimEnd();
}
