import postgres from 'postgres';
import type { Fragment } from './database.js';

/** Part of a statement without values: fixed text, so it can be a constant. `unsafe()` statements contain it as text. */
export type TextFragment = Fragment & { readonly text: string };

/** Never connects: a fragment only needs the client's own class. */
const client = postgres({ max: 1 });

/** A part of statements, of names and text of the code alone: callers' values go into the statement itself. */
export function fragment(strings: TemplateStringsArray, ...parts: (TextFragment | string | number)[]): TextFragment {
  return fragmentOf(String.raw({ raw: strings }, ...parts));
}

/** As {@link fragment}, of computed text, such as a list of columns. */
export function fragmentOf(text: string): TextFragment {
  return Object.assign(client.unsafe<postgres.Row[]>(text) as Fragment, { text, toString: () => text });
}
