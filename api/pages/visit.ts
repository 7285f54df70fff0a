import type { FastifyReply, FastifyRequest } from 'fastify';
import { readableAddress } from '../../src/core/readable-address.js';
import type { Context } from '../../src/platform/context/context.js';
import { chooseLanguage, type Translator, translator } from '../../src/tickets/messages/messages.js';
import { type Html, html, LOGO_URL, sendPage } from './layout.js';

/** A visitor as a page speaks to one. */
export interface Visit {
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
export function parseVisit({ headers }: FastifyRequest): Visit {
  const language = chooseLanguage(headers['accept-language']);
  const t = translator(language);
  return { language, locale: t.locale, t };
}

export interface VisitorPage {
  title: string;
  body: Html;
  /** 200 unless told otherwise. */
  status?: number;
  /** Further elements of the head. */
  head?: Html;
  /** Whether search engines may list it. */
  indexed?: boolean;
  /** Where forms may lead beside our own pages and those over HTTPS. */
  formAction?: string;
}

/** Sends a page for visitors: in their language, with who runs the service above and what they may rely on below. */
export function sendVisitorPage(ctx: Context, reply: FastifyReply, visit: Visit, page: VisitorPage): FastifyReply {
  return sendPage(reply.headers({ 'Content-Language': visit.language }), {
    ...page,
    language: visit.language,
    locale: visit.locale,
    header: serviceHeader(ctx),
    footer: serviceFooter(ctx, visit),
    live: true,
  });
}

function serviceHeader({ config }: Context): Html {
  const { name, logoUrl } = config.service;
  return html`<header class="site"><img src="${logoUrl ?? LOGO_URL}" alt="" height="28"><span>${name}</span></header>`;
}

function serviceFooter({ config }: Context, { t }: Visit): Html {
  const { name, legalName, address, contact, ...pages } = config.service;
  const links = [
    link(pages.termsUrl, t('page.terms')),
    link(pages.privacyUrl, t('page.privacy')),
    link(pages.refundsUrl, t('page.refunds')),
    contact === undefined ? null : html`<a href="mailto:${contact}">${readableAddress(contact)}</a>`,
  ].filter((one) => one !== null);
  const legal =
    address.length === 0
      ? (legalName ?? name)
      : t('page.legal', { name: legalName ?? name, address: address.join(', ') });
  const list = html`<nav aria-label="${t('page.service')}"><ul>${links.map((one) => html`<li>${one}</li>`)}</ul></nav>`;
  return html`<footer class="site">${links.length > 0 && list}<p>${legal}</p></footer>`;
}

function link(url: string | null | undefined, words: string): Html | null {
  return url ? html`<a href="${url}" rel="noopener">${words}</a>` : null;
}

/** What an organizer says to its buyers: its logo, its pages and where to ask. */
export function organizerBlock(
  organizer: {
    name: string | null;
    contactEmail: string | null;
    logoUrl: string | null;
    termsUrl: string | null;
    privacyUrl: string | null;
    refundsUrl: string | null;
  } | null,
  { t }: Visit,
  verified = false,
): Html | null {
  if (!organizer) return null;
  const { name, contactEmail, logoUrl } = organizer;
  const links = [
    link(organizer.termsUrl, t('page.terms')),
    link(organizer.privacyUrl, t('page.privacy')),
    link(organizer.refundsUrl, t('page.refunds')),
    contactEmail === null ? null : html`<a href="mailto:${contactEmail}">${readableAddress(contactEmail)}</a>`,
  ].filter((one) => one !== null);
  const by = name && html`${t('event.by', { organizer: name })}${verified && html` ${t('event.verified')}`}`;
  const parts = by ? [by, ...links] : links;
  if (parts.length === 0) return null;
  return html`<div class="organizer">${logoUrl && html`<img src="${logoUrl}" alt="" height="32">`}<p class="soft">${parts.map(
    (one, i) => html`${i > 0 && ' · '}${one}`,
  )}</p></div>`;
}
