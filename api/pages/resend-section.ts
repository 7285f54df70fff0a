import type { Translator } from '../../src/core/locales/translator.js';
import type { Resent } from '../../src/tickets/resend-tickets.js';
import { type Html, html } from './layout.js';

/** The words of a page after the button was pressed. */
const SAID: Record<string, (t: Translator) => string> = {
  queued: (t) => t('ticket.resent'),
  lately: (t) => t('ticket.resent_lately'),
  nobody: (t) => t('ticket.nobody_to_send'),
} satisfies Record<Resent, (t: Translator) => string>;

/** What became of the button, which redirects to `?sent={@link Resent}`; null: it was not pressed. @param url of the page. */
export function resentNote(t: Translator, url: string): Html | null {
  const [, sent = ''] = /\?sent=(\w+)$/.exec(url) ?? [];
  const said = Object.hasOwn(SAID, sent) && SAID[sent]?.(t);
  return said ? html`<p class="note" role="status">${said}</p>` : null;
}

/** Sends the tickets to the buyer once more, without showing where. @param action the address of the form. */
export function resendSection(t: Translator, action: string, resendable: boolean): Html {
  return html`<section class="screen"><h2>${t('ticket.resend')}</h2>
${
  resendable
    ? html`<p>${t('ticket.resend_hint')}</p><form method="post" action="${action}"><p><button type="submit">${t('ticket.resend')}</button></p></form>`
    : html`<p>${t('ticket.nobody_to_send')}</p>`
}</section>`;
}
