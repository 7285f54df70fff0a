import type { TicketMessages } from '../../src/tickets/messages/messages.js';
import type { Resent } from '../../src/tickets/resend-tickets.js';
import { type Html, html } from './layout.js';

/** What a page says after the button was pressed. */
const SAID: Record<string, (m: TicketMessages) => string> = {
  queued: (m) => m.resent,
  lately: (m) => m.resentLately,
  nobody: (m) => m.nobodyToSend,
} satisfies Record<Resent, (m: TicketMessages) => string>;

/** What became of the button, which redirects to `?sent={@link Resent}`; null: it was not pressed. @param url of the page. */
export function resentNote(m: TicketMessages, url: string): Html | null {
  const [, sent = ''] = /\?sent=(\w+)$/.exec(url) ?? [];
  const said = Object.hasOwn(SAID, sent) && SAID[sent]?.(m);
  return said ? html`<p class="note" role="status">${said}</p>` : null;
}

/** The button that sends the tickets to the buyer once more, without showing where. @param action what it posts to. */
export function resendSection(m: TicketMessages, action: string, resendable: boolean): Html {
  return html`<section class="screen"><h2>${m.resend}</h2>
${
  resendable
    ? html`<p>${m.resendHint}</p><form method="post" action="${action}"><p><button type="submit">${m.resend}</button></p></form>`
    : html`<p>${m.nobodyToSend}</p>`
}</section>`;
}
