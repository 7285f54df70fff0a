import { readKey } from './reader-key.js';

const TEXTUAL = /json|xml|text|csv|calendar|javascript/;

/** Makes the forms of “Try it” call the API. */
export function mountForms() {
  for (const form of document.querySelectorAll('form[data-url]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      send(form).catch((error) => show(form, { head: `No answer: ${error.message}`, body: '' }));
    });
  }
}

async function send(form) {
  const { method, url, keyed } = form.dataset;
  const headers = new Headers();
  const key = readKey();
  if (keyed !== undefined) {
    if (!key) return needKey(form);
    headers.set('Authorization', `Bearer ${key}`);
  }
  let path = url;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll('[data-in]')) {
    const { name, dataset } = field;
    // An order without a key of its own gets one, and keeps it when it is sent again.
    if (name === 'Idempotency-Key' && field.value === '') field.value = crypto.randomUUID();
    // Where only the address can hold the key.
    if (name === 'key' && field.value === '') {
      if (!key) return needKey(form);
      field.value = key;
    }
    const { value } = field;
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && dataset.in === 'query') query.set(name, value);
    else if (value !== '' && dataset.in === 'header') headers.set(name, value);
  }
  const body = form.elements.namedItem('body')?.value;
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const address = query.size > 0 ? `${path}?${query}` : path;
  show(form, { head: 'Sending …', body: '' });
  const answer = await fetch(address, { method, headers, body, referrerPolicy: 'origin' });
  const type = answer.headers.get('content-type') ?? '';
  const named = [
    'content-type',
    'service-request-id',
    'etag',
    'ratelimit-limit',
    'ratelimit-remaining',
    'idempotency-replayed',
  ]
    .map((name) => [name, answer.headers.get(name)])
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`);
  const text = TEXTUAL.test(type) ? await answer.text() : `${(await answer.arrayBuffer()).byteLength} bytes`;
  show(form, {
    head: `${method} ${address}\n\nHTTP ${answer.status}\n${named.join('\n')}`,
    body: /json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text,
  });
}

/** Asks for the key, and sends the form once it is there. */
function needKey(form) {
  document.querySelector('#key-button').click();
  document.querySelector('#key-fault').textContent = 'This call needs a test key.';
  document.querySelector('#key-dialog').addEventListener('close', () => readKey() && form.requestSubmit(), {
    once: true,
  });
}

function show(form, { head, body }) {
  const answer = form.querySelector('.answer');
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  code.textContent = body ? `${head}\n\n${body}` : head;
  pre.append(code);
  answer.replaceChildren(pre);
}
