import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createKey } from '../../src/access/create-key.js';
import { createClient } from '../../src/access/oauth-clients.js';
import { readCliConfig } from '../../src/cli/support/with-context.js';
import { createCompany } from '../../src/companies/create-company.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { CAPABILITIES, type KeyKind } from '../../src/core/viewer.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { createLogger } from '../../src/platform/logs/logger.js';
import { adjustCompany } from '../../src/settlements/adjust-company.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { buyTickets, type Ticket, ticketsOnSale } from './purchases.js';
import type { Service } from './service.js';

/** Higher than a run can reach: an answer 429 would hide the service's real answer. */
const NO_LIMIT = 1_000_000;

/** A client may ask for 30 tokens a minute: enough of them for whatever a run asks. */
const OAUTH_CLIENTS = 40;

/** What one caller of a company can name in its requests. */
export interface Caller {
  /** Its `Authorization`, and the other company's for a key of the same kind, which must not see its objects. */
  key: string;
  stranger: string;
  origin?: string;
  tickets: Ticket[];
  /** Ids and file names of its own, by the parameter that takes them. */
  ids: { orders: string[]; statements: string[]; statementFiles: string[]; bulkFiles: string[]; events: string[] };
}

type Client = [id: string, secret: string];

interface Company {
  id: string;
  keys: Record<KeyKind, string>;
  clients: Client[];
  bulk: string;
}

export interface Callers extends Record<KeyKind | 'token', Caller> {
  clients: Client[];
}

/** Makes two companies with everything a partner can have, so that requests can reach every kind of answer. */
export async function prepareCallers(service: Service): Promise<Callers> {
  const config = readCliConfig({ ...process.env, DATA_DIR: service.dataDir });
  const ctx = createContext(config, { name: 'fuzz', log: createLogger({ level: 'warn', name: 'fuzz' }) });
  try {
    await ctx.clock.refresh?.();
    const own = await makeCompany(ctx, service, 'Fuzz One');
    const other = await makeCompany(ctx, service, 'Fuzz Two');
    await closeLastMonth(ctx, service);
    const describe = (kind: KeyKind) => describeCaller(ctx, service, { own, other, kind });
    const server = await describe('server');
    const token = { ...server, key: await tokenOf(service, own), stranger: await tokenOf(service, other) };
    return { test: await describe('test'), server, website: await describe('website'), token, clients: own.clients };
  } finally {
    await closeContext(ctx);
  }
}

async function makeCompany(ctx: Context, service: Service, name: string): Promise<Company> {
  const { id } = await createCompany(ctx, { name });
  const make = async (kind: KeyKind) => {
    const made = await createKey(ctx, {
      companyId: id,
      kind,
      domains: kind === 'website' ? [service.website_domain] : [],
      capabilities: kind === 'server' ? CAPABILITIES : [],
      rateLimit: NO_LIMIT,
      siteRateLimit: NO_LIMIT,
    });
    return made.key;
  };
  const keys = { test: await make('test'), server: await make('server'), website: await make('website') };
  await setTerms(ctx, { company: id, method: 'bank_transfer', netDays: 5, minimum: 10, reference: 'PO-1' });
  const clients: Client[] = [];
  while (clients.length < OAUTH_CLIENTS) {
    const made = await createClient(ctx, { companyId: id, kind: 'server', rateLimit: NO_LIMIT });
    clients.push([made.id, made.secret]);
  }
  const bulk = await operate(service, ['subscription', 'add', '--company', id, '--name', 'everything']);
  const lastMonth = new Date(ctx.clock.now().getTime() - 35 * 86_400_000);
  const then: Context = { ...ctx, clock: { ...ctx.clock, now: () => lastMonth } };
  for (const amount of [123.45, 6.7, -0.89, 42]) {
    await adjustCompany(then, { company: id, currency: 'EUR', amount, requestedBy: 'fuzz', reason: 'fuzzing' });
  }
  return { id, keys, clients, bulk: (JSON.parse(bulk) as { id: string }).id };
}

async function tokenOf(service: Service, { clients }: Company): Promise<string> {
  const [client_id = '', client_secret = ''] = clients[0] ?? [];
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await fetch(`${service.base_url}/oauth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Statements to read: closes the month before this one, as an operator would. */
async function closeLastMonth(ctx: Context, service: Service): Promise<void> {
  const now = ctx.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  await operate(service, ['settlement', 'close', '--month', month, '--reason', 'fuzzing', '--by', 'fuzz']);
}

/** Runs a command of the operator. @returns its output with `--json`. */
async function operate(service: Service, args: string[]): Promise<string> {
  const program = join(projectRoot(), 'dist/src/cli/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
    env: { ...process.env, DATA_DIR: service.dataDir },
  });
  return stdout;
}

async function describeCaller(
  ctx: Context,
  service: Service,
  { own, other, kind }: { own: Company; other: Company; kind: KeyKind },
): Promise<Caller> {
  const key = own.keys[kind];
  const origin = kind === 'website' ? `https://${service.website_domain}` : undefined;
  const tickets = kind === 'website' ? [] : await ticketsOnSale(service.base_url, key);
  const orders = kind === 'website' ? [] : await buyTickets(service.base_url, key, tickets);
  const events = tickets.map(([event]) => event);
  const statements =
    kind === 'server'
      ? (await ctx.sql<{ id: string }[]>`SELECT id FROM settlements WHERE company_id = ${own.id}`).map(({ id }) => id)
      : [];
  return {
    key,
    stranger: other.keys[kind],
    origin,
    tickets,
    ids: {
      orders,
      statements,
      statementFiles: statements.flatMap((id) => [`${id}.csv`, `${id}.pdf`]),
      bulkFiles: [`${own.bulk}.ndjson.gz`, `${own.bulk}.csv.gz`],
      events: events.length > 0 ? [...new Set(events)] : await eventsOf(service.base_url, key, origin),
    },
  };
}

async function eventsOf(baseUrl: string, key: string, origin?: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}`, ...(origin && { Origin: origin }) };
  const answer = await fetch(`${baseUrl}/events?limit=5`, { headers });
  const { events } = (await answer.json()) as { events: { id: string }[] };
  return events.map(({ id }) => id);
}
