import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganizerPages } from '../../src/catalogue/sql/organizers.js';
import type { MessageKey } from '../../src/core/locales/en.js';
import { chooseLanguage, translator } from '../../src/core/locales/messages.js';
import type { Translator } from '../../src/core/locales/translator.js';
import { readableAddress } from '../../src/core/readable-address.js';
import type { Context } from '../../src/platform/context/context.js';
import { Html, html, LOGO_URL, type Page, sendPage } from './layout.js';

/** The language of a page for visitors. */
export interface PageLanguage {
  /** Two letters. */
  language: string;
  /** For numbers and dates, such as `de-DE`. */
  locale: string;
  t: Translator;
}

/** Whether a person looks at a page, rather than a program at the API. */
export function wantsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** In the language that the browser asks for. */
export function parsePageLanguage({ headers }: FastifyRequest): PageLanguage {
  const language = chooseLanguage(headers['accept-language']);
  const t = translator(language);
  return { language, locale: t.locale, t };
}

export type VisitorPage = Omit<Page, 'wide' | 'language' | 'locale' | 'header' | 'footer' | 'withScript'>;

/** Sends a page for visitors: in their language, with the operator's name above and its promises below. */
export function sendVisitorPage(
  ctx: Context,
  reply: FastifyReply,
  lang: PageLanguage,
  page: VisitorPage,
): FastifyReply {
  return sendPage(reply.headers({ 'Content-Language': lang.language }), {
    ...page,
    language: lang.language,
    locale: lang.locale,
    header: serviceHeader(ctx),
    footer: serviceFooter(ctx, lang),
    withScript: true,
  });
}

/** A page of a title and a sentence, where there is nothing else to show. */
export function sendNotice(
  ctx: Context,
  reply: FastifyReply,
  notice: { title: MessageKey; words: MessageKey; status?: number },
): FastifyReply {
  const lang = parsePageLanguage(reply.request);
  const title = lang.t(notice.title);
  const body = html`<h1>${title}</h1><p>${lang.t(notice.words)}</p>`;
  return sendVisitorPage(ctx, reply, lang, { title, status: notice.status ?? 404, body });
}

function serviceHeader({ config }: Context): Html {
  const { name, logoUrl } = config.service;
  return html`<header class="site"><img src="${logoUrl ?? LOGO_URL}" alt="" height="28"><span>${name}</span></header>`;
}

function serviceFooter({ config }: Context, { t }: PageLanguage): Html {
  const { name, legalName, address, contact, ...pages } = config.service;
  const links = linksOf({ ...pages, contact }, t);
  const legal =
    address.length === 0
      ? (legalName ?? name)
      : t('page.legal', { name: legalName ?? name, address: address.join(', ') });
  const list = html`<nav aria-label="${t('page.service')}"><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></nav>`;
  return html`<footer class="site">${links.length > 0 && list}<p>${legal}</p></footer>`;
}

interface Linked {
  termsUrl?: string | null | undefined;
  privacyUrl?: string | null | undefined;
  refundsUrl?: string | null | undefined;
  contact?: string | null | undefined;
}

/** Pages with what one may rely on, and where to ask, as far as there are any. */
function linksOf({ termsUrl, privacyUrl, refundsUrl, contact }: Linked, t: Translator): Html[] {
  const link = (url: string | null | undefined, words: string) =>
    url && html`<a href="${url}" rel="noopener">${words}</a>`;
  return [
    link(termsUrl, t('page.terms')),
    link(privacyUrl, t('page.privacy')),
    link(refundsUrl, t('page.refunds')),
    contact && html`<a href="mailto:${contact}">${readableAddress(contact)}</a>`,
  ].filter((part) => part instanceof Html);
}

/** An organizer's facts for its buyers: its logo, its pages and its contact. */
export function organizerBlock(organizer: OrganizerPages | null, { t }: PageLanguage, verified = false): Html | null {
  if (!organizer) return null;
  const { name, contactEmail, logoUrl } = organizer;
  const links = linksOf({ ...organizer, contact: contactEmail }, t);
  const by = name && html`${t('event.by', { organizer: name })}${verified && html` ${t('event.verified')}`}`;
  const parts = by ? [by, ...links] : links;
  if (parts.length === 0) return null;
  return html`<div class="organizer">${logoUrl && html`<img src="${logoUrl}" alt="" height="32">`}<p class="soft">${parts.map(
    (part, i) => html`${i > 0 && ' · '}${part}`,
  )}</p></div>`;
}
