/**
 * An e-mail address as it is compared: a to z in lower case, nothing else changed. Postgres says the same with
 * `lower(email COLLATE "C")`. Its other collations and `toLowerCase` disagree about letters such as `İ` (U+0130).
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
