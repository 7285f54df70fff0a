import { child, type Json, objectsOf } from '../../http/json.js';
import { type Html, html } from '../../pages/layout.js';
import type { ReferenceOperation } from './resources.js';
import { START_BODIES, START_VALUES } from './starts.js';

/** Headers that a reader sets; the page sends the key itself. */
const HEADERS = new Set(['Idempotency-Key']);

function toField(operation: ReferenceOperation, parameter: Json): Html {
  const name = String(parameter.name);
  const schema = child(parameter, 'schema');
  const id = `try-${operation.id}-${name}`;
  const start = START_VALUES[`${operation.id}.${name}`];
  // The page makes up a key for an order that has none.
  const required = parameter.required === true && parameter.in !== 'header' && name !== 'key';
  const hint = parameter.in === 'header' ? ' (we make one up if you leave it blank)' : required && ' (required)';
  const choices =
    schema.type === 'boolean' ? ['true', 'false'] : Array.isArray(schema.enum) ? schema.enum.map(String) : null;
  const field = choices
    ? html`<select id="${id}" name="${name}" data-in="${String(parameter.in)}">${!required && html`<option value=""></option>`}${choices.map((choice) => html`<option${choice === start && html` selected`}>${choice}</option>`)}</select>`
    : html`<input id="${id}" name="${name}" data-in="${String(parameter.in)}" value="${start ?? ''}" autocomplete="off" spellcheck="false"${required && html` required`}>`;
  return html`<p class="field"><label for="${id}"><code>${name}</code>${hint}</label>${field}</p>`;
}

/** A form that calls the operation with the reader's test key; null for OAuth secrets, and for our own calls to receivers. */
export function tryForm(operation: ReferenceOperation, baseUrl: string): Html | null {
  const { id, method, path, json, isWebhook } = operation;
  if (isWebhook || path.startsWith('/oauth/')) return null;
  const parameters = objectsOf(json.parameters).filter(
    (parameter) => parameter.in !== 'header' || HEADERS.has(String(parameter.name)),
  );
  const fields = parameters
    .filter(({ name, required }) => name !== 'key' || required === true)
    .map((parameter) => toField(operation, parameter));
  const body = START_BODIES[id];
  const keyed = objectsOf(json.security).some(({ key }) => key);
  return html`<details class="try"><summary>Try it</summary>
<form data-operation="${id}" data-method="${method}" data-url="${baseUrl}${path}"${keyed && html` data-keyed`}>
${fields}
${body && html`<p class="field"><label for="try-${id}-body">Body</label><textarea id="try-${id}-body" name="body" rows="8" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></p>`}
<p class="actions"><button type="submit">Send</button> <span class="soft">${keyed ? 'Sent with your test key.' : 'Needs no key.'}</span></p>
<div class="answer" role="status"></div>
</form></details>`;
}
