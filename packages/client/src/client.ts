import { Bulk } from './bulk.js';
import { Caller } from './caller.js';
import { type Credentials, fixedCredentials, OAuthCredentials } from './credentials.js';
import { isBrowser } from './environment.js';
import { Etags } from './etags.js';
import { Events } from './events.js';
import {
  CategoriesResource,
  DemoCategoriesResource,
  DemoEventsResource,
  DemoLocationsResource,
  EarningsResource,
  FeedsResource,
  LocationsResource,
  McpResource,
  OauthResource,
  OffersResource,
  ReportsResource,
  SettlementsResource,
  TicketsResource,
} from './generated/resources.js';
import { Orders } from './orders.js';
import { Signals } from './signals.js';
import { type Dispatcher, Transport } from './transport.js';

/** An OAuth client, whose tokens are used in place of a key. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  /** Space-separated; all that the client has if absent. */
  scope?: string;
}

/** How a client is set up. */
export interface ClientOptions {
  /** Address of the API with its version, for example `https://api.example.com/v1`. */
  baseUrl: string;
  /** A test, website or server key. Without one, only the operations that need none can be called. */
  key?: string;
  /** Instead of a key. */
  oauth?: OAuthClient;
  /** Milliseconds that each try may take, its whole answer included. Default: 30,000. */
  timeout?: number;
  /** How often a failed try is repeated. Default: 2. */
  maxRetries?: number;
  /** Whether to keep the last 100 answers, and ask again with their `ETag`. Default: true. */
  reuse?: boolean;
  /** Default: the `fetch` of the platform. */
  fetch?: typeof fetch;
  /**
   * Node only: where connections come from, such as an `Agent` of npm's `undici`, with a client certificate for example. The
   * client closes it in `close()`.
   */
  dispatcher?: Dispatcher;
}

/** A client of the Partner Events API. Make one, and use it for all calls. */
export class PartnerEvents {
  readonly events: Events;
  readonly categories: CategoriesResource;
  readonly locations: LocationsResource;
  readonly tickets: TicketsResource;
  readonly orders: Orders;
  readonly earnings: EarningsResource;
  readonly reports: ReportsResource;
  readonly settlements: SettlementsResource;
  readonly offers: OffersResource;
  readonly bulk: Bulk;
  readonly feeds: FeedsResource;
  readonly signals: Signals;
  readonly oauth: OauthResource;
  readonly mcp: McpResource;
  /** Sample events, without a key. */
  readonly demo: { events: DemoEventsResource; categories: DemoCategoriesResource; locations: DemoLocationsResource };
  private readonly transport: Transport;

  /** @throws {TypeError} for options that cannot work, such as a server key in a browser. */
  constructor(options: ClientOptions) {
    const baseUrl = checkOptions(options);
    this.transport = new Transport({
      // Called bare: browsers refuse a fetch that is called as a method.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      dispatcher: options.dispatcher,
      timeout: options.timeout ?? 30_000,
      maxRetries: options.maxRetries ?? 2,
    });
    const etags = options.reuse === false ? null : new Etags();
    const calls = new Caller({ baseUrl, transport: this.transport, credentials: this.credentialsOf(options), etags });
    this.events = new Events(calls);
    this.categories = new CategoriesResource(calls);
    this.locations = new LocationsResource(calls);
    this.tickets = new TicketsResource(calls);
    this.orders = new Orders(calls);
    this.earnings = new EarningsResource(calls);
    this.reports = new ReportsResource(calls);
    this.settlements = new SettlementsResource(calls);
    this.offers = new OffersResource(calls);
    this.bulk = new Bulk(calls);
    this.feeds = new FeedsResource(calls);
    this.signals = new Signals(calls);
    this.oauth = new OauthResource(calls);
    this.mcp = new McpResource(calls);
    this.demo = {
      events: new DemoEventsResource(calls),
      categories: new DemoCategoriesResource(calls),
      locations: new DemoLocationsResource(calls),
    };
  }

  /**
   * Ends running calls and refuses others; a body that you are reading ends by its `signal`. Closes the connections of `dispatcher`, if you gave one. Without one they belong to
   * the platform's `fetch`, which offers no way to close them: Node closes idle ones after 4 seconds and does not stay alive for
   * them.
   */
  close(): Promise<void> {
    return this.transport.close();
  }

  private credentialsOf({ key, oauth }: ClientOptions): Credentials {
    if (!oauth) return fixedCredentials(key);
    const { clientId: client_id, clientSecret: client_secret, scope } = oauth;
    const request = { grant_type: 'client_credentials', client_id, client_secret, scope } as const;
    return new OAuthCredentials(() => this.oauth.token(request).then((token) => token));
  }
}

/** @returns the base URL without a slash at its end. */
function checkOptions({ baseUrl, key, oauth }: ClientOptions): string {
  const url = parseUrl(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new TypeError('baseUrl: must be an http or https address such as https://api.example.com/v1');
  }
  if (key !== undefined && oauth) throw new TypeError('key, oauth: give one of them');
  if (key !== undefined && !/^[\w-]+$/.test(key))
    throw new TypeError('key: must not be blank or hold other characters');
  if (oauth && !(oauth.clientId && oauth.clientSecret)) throw new TypeError('oauth: needs clientId and clientSecret');
  const isSecret = oauth !== undefined || /^tt_(sk_live|at)_/.test(key ?? '');
  if (isSecret && isBrowser()) {
    throw new TypeError('key: anyone could read a server key or access token in a browser. Use a website key there.');
  }
  return url.href.replace(/\/+$/, '');
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
