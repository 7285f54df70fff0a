import type { StatementParts } from '../earnings/list-earnings.js';
import { linesOf, paidWithin } from './sql/settlement-lines.js';

/** Parts of statements about earnings that read the tables of this room. */
export const STATEMENT_PARTS: StatementParts = { linesOf, paidWithin };
