import { child, isJson, type Json } from '../../http/json.js';
import { type Html, html } from '../../pages/layout.js';
import type { ReferenceOperation } from './resources.js';

/** What is filled in at first, where the description of a parameter names none. */
const STARTS: Record<string, string> = {
  'getEvents.limit': '2',
  'getEventsId.id': 'evt_test_berlin_jazz_night',
  'getEventsIdTickets.id': 'evt_test_berlin_jazz_night',
  'getDemoEventsId.id': 'evt_test_berlin_jazz_night',
  'getDemoEvents.limit': '2',
  'getFeedsFile.file': 'events.json',
};

/** The bodies to start with, which work as they are. */
const BODIES: Record<string, Json> = {
  postOrders: {
    event_id: 'evt_test_berlin_jazz_night',
    ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
    quantity: 1,
    buyer_email: 'ada@example.com',
    buyer_name: 'Ada',
    sub_id: 'docs',
  },
  postMcp: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'find_events', arguments: { city: 'Berlin' } },
  },
  postTrack: { type: 'event_click', event_id: 'evt_test_berlin_jazz_night' },
};

/** Headers that a reader sets; the page sends the key itself. */
const HEADERS = new Set(['Idempotency-Key']);

const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

function fieldOf(operation: ReferenceOperation, parameter: Json): Html {
  const name = String(parameter.name);
  const schema = child(parameter, 'schema');
  const id = `try-${operation.id}-${name}`;
  const start = STARTS[`${operation.id}.${name}`];
  // The page makes up a key for an order that has none.
  const required = parameter.required === true && parameter.in !== 'header';
  const choices =
    schema.type === 'boolean' ? ['true', 'false'] : Array.isArray(schema.enum) ? schema.enum.map(String) : null;
  const field = choices
    ? html`<select id="${id}" name="${name}" data-in="${String(parameter.in)}"><option value=""></option>${choices.map((one) => html`<option>${one}</option>`)}</select>`
    : html`<input id="${id}" name="${name}" data-in="${String(parameter.in)}" value="${start ?? ''}" autocomplete="off" spellcheck="false"${required && html` required`}>`;
  return html`<p class="field"><label for="${id}"><code>${name}</code>${required && ' (required)'}</label>${field}</p>`;
}

/**
 * A form that makes a call of the operation from the page, with the reader's test key; null where a page cannot: secrets of OAuth
 * clients do not belong in one, and what we send is not called.
 */
export function tryForm(operation: ReferenceOperation, baseUrl: string): Html | null {
  const { id, method, path, json, isWebhook } = operation;
  if (isWebhook || path.startsWith('/oauth/')) return null;
  const parameters = list(json.parameters).filter((one) => one.in !== 'header' || HEADERS.has(String(one.name)));
  const fields = parameters.filter(({ name }) => name !== 'key').map((one) => fieldOf(operation, one));
  const body = BODIES[id];
  const keyed = list(json.security).some(({ key }) => key);
  return html`<details class="try"><summary>Try it</summary>
<form data-operation="${id}" data-method="${method}" data-url="${baseUrl}${path}"${keyed && html` data-keyed`}>
${fields}
${body && html`<p class="field"><label for="try-${id}-body">Body</label><textarea id="try-${id}-body" name="body" rows="8" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></p>`}
<p class="actions"><button type="submit">Send</button> <span class="soft">${keyed ? 'Sent with your test key.' : 'Needs no key.'}</span></p>
<div class="answer" role="status"></div>
</form></details>`;
}
