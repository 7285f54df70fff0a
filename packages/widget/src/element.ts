import { type Api, ApiError, type Event, readEvents, readOptions } from './api.ts';
import { type CardOptions, eventCard } from './card.ts';
import { createStyle, make } from './dom.ts';
import { filterForm } from './filters.ts';
import { sendSignal } from './signals.ts';
import { type Texts, textsFor } from './texts.ts';

/** Attributes that are filters of `GET /events`, with `-` for `_`. */
const FILTERS = [
  ...['city', 'country', 'category', 'from', 'to', 'near', 'artist', 'commissioned'],
  ...['venue-id', 'performer-id'],
];
const OTHERS = ['website-key', 'base-url', 'limit', 'filters', 'sub-id', 'target', 'heading-level', 'signals'];
/** Keys that may be read by anybody. */
const PUBLIC_KEY = /^tt_(pk_live|test)_/;

/**
 * `<partner-events>`: a list of events with buy links, by the attributes above (packages/widget/README.md). It
 * dispatches `partner-events-load` with the events, `partner-events-buy` with the event, `partner-events-error` with
 * the code.
 */
export class PartnerEvents extends HTMLElement {
  static readonly observedAttributes = [...FILTERS, ...OTHERS];

  /** The page that is being read; ends with the element, and with the next page. */
  #loading: AbortController | null = null;
  /** The filters that are being read; end with the element, and with the next list. */
  #offering: AbortController | null = null;
  #scheduled = false;
  #chosen: Record<string, string> = {};
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #filters = make('div');
  readonly #list = make('ul', { part: 'list', role: 'list' });
  readonly #status = make('p', { part: 'status', role: 'status' });
  readonly #foot = make('div');

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [createStyle()];
    this.#root.append(this.#filters, this.#list, this.#status, this.#foot);
  }

  connectedCallback(): void {
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#loading?.abort();
    this.#offering?.abort();
  }

  /** Several attributes that change at once are one new list. */
  attributeChangedCallback(): void {
    this.#chosen = {};
    if (this.isConnected) this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (this.isConnected) void this.#start();
    });
  }

  get #texts(): Texts {
    return textsFor(this);
  }

  /** @throws {ApiError} for a key that does not belong in a page. */
  get #api(): Api {
    const key = this.getAttribute('website-key')?.trim() || null;
    if (key !== null && !PUBLIC_KEY.test(key)) {
      throw new ApiError('key_kind_not_allowed', 'Only a website key or a test key belongs in a page.');
    }
    const base = this.getAttribute('base-url') ?? `${new URL(import.meta.url).origin}/v1`;
    return { base: base.replace(/\/$/, ''), key, locale: this.#texts.locale };
  }

  get #query(): Record<string, string> {
    const query: Record<string, string> = { limit: this.getAttribute('limit') || '6' };
    for (const name of FILTERS) {
      const value = this.getAttribute(name);
      // Without a key, sample events know fewer filters.
      if (value) query[name.replace('-', '_')] = value;
    }
    return { ...query, ...this.#chosen };
  }

  /** Everything anew: the filters, then the first page. */
  async #start(): Promise<void> {
    this.#offering?.abort();
    this.#filters.replaceChildren();
    // The form begins with all of them.
    this.#chosen = {};
    await Promise.all([this.#load(), this.hasAttribute('filters') ? this.#offerFilters() : null]);
  }

  async #offerFilters(): Promise<void> {
    this.#offering = new AbortController();
    const { signal } = this.#offering;
    try {
      const options = await readOptions(this.#api, signal);
      const form = filterForm(options, this.#texts, (chosen) => {
        this.#chosen = chosen;
        void this.#load();
      });
      if (!signal.aborted) this.#filters.replaceChildren(form);
    } catch {
      // The list shows the fault; without filters it is still a list.
    }
  }

  /** @param cursor of a further page, whose events follow those shown. */
  async #load(cursor?: string): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#foot.replaceChildren();
    if (!cursor) this.#list.replaceChildren();
    this.#say(this.#texts.loading);
    try {
      const api = this.#api;
      const query = cursor ? { cursor, limit: this.#query.limit ?? '6' } : this.#query;
      const page = await readEvents(api, query, loading.signal);
      if (!loading.signal.aborted) this.#show(api, page.events, page.next);
    } catch (error) {
      if (!loading.signal.aborted) this.#fail(error, cursor);
    }
  }

  #show(api: Api, events: Event[], next: string | null): void {
    const options: CardOptions = {
      texts: this.#texts,
      subId: this.getAttribute('sub-id'),
      target: this.getAttribute('target'),
      headingLevel: Number(this.getAttribute('heading-level')) || 3,
      onBuy: (event) => {
        if (this.#signals) sendSignal(api, { type: 'event_click', event_id: event.id });
        this.#announce('buy', { event });
      },
    };
    const cards = events.map((event) => eventCard(event, options));
    const more = this.#list.childElementCount > 0;
    this.#list.append(...cards);
    const count = this.#list.childElementCount;
    this.#say(count === 0 ? this.#texts.none : this.#texts.shown(count), count > 0);
    if (next !== null) {
      const button = make('button', { part: 'more', type: 'button' }, this.#texts.more);
      button.addEventListener('click', () => void this.#load(next));
      this.#foot.replaceChildren(button);
    }
    // The focus moves to the first new event.
    const name = more && cards[0]?.querySelector<HTMLElement>('[part=name]');
    if (name) {
      name.tabIndex = -1;
      name.focus();
    }
    if (this.#signals && events.length > 0)
      sendSignal(api, { type: 'impression', shown: Math.min(events.length, 100) });
    this.#announce('load', { events });
  }

  #fail(error: unknown, cursor?: string): void {
    const { code, message, help } = error instanceof ApiError ? error : new ApiError('unknown', String(error));
    console.error(`partner-events: ${code}. ${message}${help ? ` See ${help}` : ''}`);
    this.#say(this.#texts.failed);
    const button = make('button', { part: 'again', type: 'button' }, this.#texts.again);
    button.addEventListener('click', () => void this.#load(cursor));
    this.#foot.replaceChildren(button);
    this.#announce('error', { code });
  }

  get #signals(): boolean {
    return this.getAttribute('signals') !== 'off';
  }

  /** @param hidden for screen readers alone, where the list itself shows it. */
  #say(text: string, hidden = false): void {
    this.#status.className = hidden ? 'hidden' : '';
    this.#status.textContent = text;
  }

  #announce(name: 'load' | 'buy' | 'error', detail: object): void {
    this.dispatchEvent(new CustomEvent(`partner-events-${name}`, { bubbles: true, composed: true, detail }));
  }
}

// A page may load the script twice.
if (!customElements.get('partner-events')) customElements.define('partner-events', PartnerEvents);
