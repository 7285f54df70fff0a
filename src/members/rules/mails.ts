import type { Role } from './roles.js';

/** Mails that a member may choose: their subject, and the roles that get them. */
const MAILS = {
  /** A webhook or postback keeps failing, or was disabled. */
  endpoints: { roles: ['owner', 'developer'] },
  /** A statement is ready, or was paid. */
  statements: { roles: ['owner', 'finance'] },
} as const satisfies Record<string, { roles: readonly Role[] }>;

export type MailKind = keyof typeof MAILS;

export const MAIL_KINDS = Object.keys(MAILS) as MailKind[];

/** The mails that a member may choose. A role gets no mail about things that it does not see. */
export const mailsOfRole = (role: Role): MailKind[] =>
  MAIL_KINDS.filter((kind) => (MAILS[kind].roles as readonly Role[]).includes(role));

/** @returns the mails that a member gets. @param chosen null: they did not choose. */
export const chosenMails = ({ role, mails: chosen }: { role: Role; mails: MailKind[] | null }): MailKind[] =>
  mailsOfRole(role).filter((kind) => chosen === null || chosen.includes(kind));
