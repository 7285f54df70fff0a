export type Form = { [name: string]: FormValue };
type FormValue = string | Form;

/** Reads Stripe's form encoding, `a[b][0][c]=1`; lists become objects with numbers for names. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = name.endsWith('[]') ? undefined : path.pop();
    let at: Form = form;
    for (const part of path) {
      const next = Object.hasOwn(at, part) ? at[part] : undefined;
      const inner: Form = typeof next === 'object' ? next : {};
      at[part] = inner;
      at = inner;
    }
    at[last ?? String(Object.keys(at).length)] = value;
  }
  return form;
}

export const textOf = (form: Form | undefined, name: string): string | undefined => {
  const value = form?.[name];
  return typeof value === 'string' ? value : undefined;
};

export const formOf = (form: Form | undefined, name: string): Form => {
  const value = form?.[name];
  return typeof value === 'object' ? value : {};
};

export const numberOf = (form: Form | undefined, name: string): number | undefined => {
  const text = textOf(form, name);
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
};
