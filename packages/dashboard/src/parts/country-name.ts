const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** `Germany`; a text that is no code stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? code) : code);
