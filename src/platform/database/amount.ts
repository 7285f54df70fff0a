import { fragment, type TextFragment } from './fragment.js';
/** The column `amount` of a row type: `Money` from the columns `amount_minor` and `currency`. */
export const amountIn = (alias = ''): TextFragment =>
  fragment`jsonb_build_object('minor', ${alias}amount_minor, 'currency', ${alias}currency) AS amount`;
