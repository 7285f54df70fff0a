/** One `@`, nothing that means something in the head of a mail, and a domain with a dot. */
const EMAIL = /^[^\s@<>()[\]"',;:\\]+@[^\s@<>()[\]"',;:\\]+\.[^\s@<>()[\]"',;:\\]+$/;
const LONGEST = 254;

/** What is wrong with a trimmed text that is no e-mail address, to follow the field's name. */
export const NO_EMAIL = 'must be an e-mail address';

/** Whether a trimmed text can be an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST && EMAIL.test(text);
}
