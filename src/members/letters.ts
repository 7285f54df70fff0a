import type { Letter } from '../platform/mail/compose.js';

const NOT_YOU = 'If you did not expect this mail, ignore it: without the link nothing happens.';
const ONCE = 'The link works once, for 15 minutes.';

/** To somebody who was made a member. */
export function invitation({ companyName, url }: { companyName: string; url: string }): Letter {
  return {
    subject: `You are invited to ${companyName} on Partner Events`,
    paragraphs: [`You can now sign in to the Partner Events dashboard for ${companyName}.`],
    action: { label: 'Sign in', url },
    notes: [`${ONCE} After that, ask for another on the sign-in page with this e-mail address.`, NOT_YOU],
  };
}

/** To a member who asked for it. */
export function signInLink({ companyName, url }: { companyName: string; url: string }): Letter {
  return {
    subject: `Sign in to ${companyName} on Partner Events`,
    paragraphs: [`Here is your link to the Partner Events dashboard for ${companyName}.`],
    action: { label: 'Sign in', url },
    notes: [ONCE, NOT_YOU],
  };
}
