/** The fields of an event that the widget shows; the API's object has more (`/docs/reference/events#Event`). */
export interface Event {
  id: string;
  name: string;
  status: string;
  date: string;
  image: string | null;
  location: { venue: string | null; city: string | null };
  tickets: { availability: string; buy_url: string };
  display: { date_label: string; price_label: string };
  url: string;
}

export interface EventPage {
  events: Event[];
  next: string | null;
}

export interface Options {
  categories: { id: string; name: string }[];
  cities: { city: string; country: string | null }[];
}

/** How a page of the partner calls the API: with its website key, or without one for sample events. */
export interface Api {
  base: string;
  key: string | null;
  /** Language of dates, prices and names of categories. */
  locale: string;
}

/** A refusal of the API, by its code, or `network` for a call without a response. */
export class ApiError extends Error {
  /** @param help the address of the page that says how to fix it. */
  constructor(
    readonly code: string,
    detail: string,
    readonly help?: string,
  ) {
    super(detail);
  }
}

async function get<Answer>({ base, key }: Api, path: string, signal: AbortSignal): Promise<Answer> {
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined;
  const response = await fetch(`${base}${key ? '' : '/demo'}${path}`, { headers, signal }).catch((error: unknown) => {
    throw new ApiError(
      'network',
      `${String(error)}. ${base} did not respond, or this page may not call it: check base-url, and connect-src of the page's Content-Security-Policy.`,
    );
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw refusal(answer, response.status);
  return answer;
}

function refusal({ code = 'unknown', detail, type }: Partial<Record<string, string>>, status: number): ApiError {
  const page = code === 'origin_not_allowed' ? ` This page is on ${location.host}.` : '';
  return new ApiError(code, `${detail ?? `HTTP ${status}`}${page}`, type);
}

/** English is what the API answers without it: such calls are shared with pages that never ask. */
function localeOf({ locale }: Api): Record<string, string> {
  return locale === 'en' ? {} : { locale };
}

function pathOf(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

export function readEvents(api: Api, query: Record<string, string>, signal: AbortSignal): Promise<EventPage> {
  return get(api, pathOf('/events', { ...query, ...localeOf(api) }), signal);
}

/** The choices of a visitor's filters: the cities and categories with events. */
export async function readOptions(api: Api, signal: AbortSignal): Promise<Options> {
  const [{ categories }, { locations }] = await Promise.all([
    get<Pick<Options, 'categories'>>(api, pathOf('/categories', localeOf(api)), signal),
    get<{ locations: Options['cities'] }>(api, '/locations', signal),
  ]);
  return { categories, cities: locations };
}
