import PostalMime, { type Email } from 'postal-mime';

/** A mail as an outside reader takes it apart. */
export function readMail(raw: string): Promise<Email> {
  return PostalMime.parse(raw);
}

/** The bytes of a mail's attachment. */
export function attachment(mail: Email, name: string): Buffer {
  const found = mail.attachments.find(({ filename }) => filename === name);
  if (!found) throw new Error(`the mail has no ${name}`);
  const { content } = found;
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
}
