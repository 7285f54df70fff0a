/**
 * What `/docs` adds to Swagger UI in the browser: landmarks and names for assistive technology, the system's colour
 * scheme, a key that survives a reload, and an Idempotency-Key to start with.
 */
(() => {
  const STORED_KEY = 'partner-events.docs.key';
  const IDEMPOTENCY_KEY = 'Idempotency-Key';
  /** Test and website keys. Server keys and OAuth secrets are never stored. */
  const STORABLE = /^tt_(test|pk)_/;
  const FOCUSABLE = 'a[href], button:not([disabled]), input, select, textarea';

  /** The system that Swagger UI hands to its plugins. */
  let ui;

  function isBearer(schema) {
    const { type, scheme } = schema?.toJS?.() ?? schema ?? {};
    return type === 'http' && scheme === 'bearer';
  }

  /** Session storage belongs to one tab and ends with it. A browser may refuse it; then nothing is stored. */
  function storeKey(value) {
    try {
      if (value) sessionStorage.setItem(STORED_KEY, value);
      else sessionStorage.removeItem(STORED_KEY);
    } catch {}
  }

  function storedKey() {
    try {
      return sessionStorage.getItem(STORED_KEY);
    } catch {
      return null;
    }
  }

  /** Called once the document is there: the key names one of its security schemes. */
  function restoreKey() {
    const value = storedKey();
    if (!value) return;
    const schemes = ui.specSelectors.specJson().getIn(['components', 'securitySchemes']);
    const found = schemes?.findEntry((scheme) => isBearer(scheme));
    if (!found) return;
    const [name, schema] = found;
    ui.authActions.authorize({ [name]: { name, schema, value } });
  }

  function authorize(original) {
    return (payload) => {
      for (const { schema, value } of Object.values(payload)) {
        if (isBearer(schema)) storeKey(typeof value === 'string' && STORABLE.test(value) ? value : null);
      }
      return original(payload);
    };
  }

  function logout(original, { authSelectors }) {
    return (names) => {
      if (names.some((name) => isBearer(authSelectors.authorized().getIn([name, 'schema'])))) storeKey(null);
      return original(names);
    };
  }

  function newIdempotencyKey() {
    return `docs-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }

  function isIdempotencyKey(parameter) {
    return parameter.get('in') === 'header' && parameter.get('name') === IDEMPOTENCY_KEY;
  }

  /** Runs when you press Execute, before the parameters are checked: an Idempotency-Key left empty gets a value. */
  function validateParams(original, { specSelectors, specActions }) {
    return (pathMethod, ...rest) => {
      const operation = specSelectors.operationWithMeta(...pathMethod);
      for (const parameter of operation.get('parameters') ?? []) {
        if (isIdempotencyKey(parameter) && !parameter.get('value')) {
          specActions.changeParam(pathMethod, IDEMPOTENCY_KEY, 'header', newIdempotencyKey(), false);
        }
      }
      return original(pathMethod, ...rest);
    };
  }

  /** Names and levels that Swagger UI's own elements lack. */
  const AMENDMENTS = [
    ['.information-container', { role: 'banner' }],
    ['.scheme-container', { role: 'region', 'aria-label': 'Base URL and key' }],
    ['#servers', { 'aria-label': 'Base URL' }],
    ['.models > h4', { 'aria-level': '2' }],
    ['.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Authorize' }],
    ['.modal-ux-header > h3', { 'aria-level': '2' }],
    ['.modal-ux h4', { 'aria-level': '3' }],
    ['.modal-ux h6', { 'aria-level': '4' }],
    ['.close-modal', { 'aria-label': 'Close' }],
    // A name that differs from what is written on the button cannot be spoken to voice control.
    ['.modal-ux button.auth', { 'aria-label': null }],
    ['.examples-select-element', { 'aria-label': 'Example' }],
    ['textarea.body-param__text', { 'aria-label': 'Request body' }],
    ['tr[data-param-name] select', { 'aria-label': (element) => element.closest('tr').dataset.paramName }],
    ['.validation-errors', { role: 'alert' }],
    // What scrolls must be reached by keyboard.
    ['pre.microlight', { tabindex: '0' }],
  ];

  function amend() {
    for (const [selector, attributes] of AMENDMENTS) {
      for (const element of document.querySelectorAll(selector)) {
        for (const [name, given] of Object.entries(attributes)) {
          const value = typeof given === 'function' ? given(element) : given;
          if (value === null) element.removeAttribute(name);
          else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
        }
      }
    }
  }

  /** Components that leave Swagger UI's own as they are and add what they lack. */
  function components(React) {
    const h = React.createElement;
    return {
      /** The operation's whole line is a button already; a link inside it cannot be reached reliably. */
      DeepLink:
        () =>
        ({ text }) =>
          h('span', { className: 'nostyle' }, text),

      InfoContainer: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Original, props),
          h(
            'p',
            { className: 'wrapper key-note' },
            'Enter a test key with Authorize to try the endpoints. See and refund its test sales in the ',
            h('a', { href: '/sandbox' }, 'sandbox'),
            '.',
          ),
        ),

      operations: (Original) => (props) => h(React.Fragment, null, h('h2', null, 'Endpoints'), h(Original, props)),

      authorizationPopup: (Original) => (props) => h(Dialog, { React }, h(Original, props)),

      HttpAuth: (Original) => (props) =>
        h(
          'div',
          null,
          h(Original, props),
          isBearer(props.schema) &&
            h(
              'p',
              { className: 'key-note' },
              'A test or website key stays in this tab until you close the tab or log out. ',
              'A server key is not stored: enter it again after a reload.',
            ),
        ),

      parameterRow: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Original, props),
          props.isExecute &&
            isIdempotencyKey(props.rawParam) &&
            h(
              'tr',
              null,
              h('td', null),
              h('td', { className: 'key-note' }, 'Left empty, it gets a new value when you press Execute.'),
            ),
        ),
    };
  }

  /** Holds the focus while it is open and gives it back. */
  function Dialog({ React, children }) {
    const box = React.useRef(null);
    React.useEffect(() => {
      const before = document.activeElement;
      box.current.querySelector('input, .close-modal')?.focus();
      return () => before?.focus?.();
    }, []);
    const keep = (event) => {
      if (event.key !== 'Tab') return;
      const all = [...box.current.querySelectorAll(FOCUSABLE)];
      const [first, last] = [all[0], all.at(-1)];
      const leaving = event.shiftKey ? first : last;
      if (document.activeElement !== leaving) return;
      event.preventDefault();
      (event.shiftKey ? last : first).focus();
    };
    return React.createElement('div', { ref: box, onKeyDown: keep }, children);
  }

  function followColorScheme() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
    dark.addEventListener('change', apply);
    apply();
  }

  followColorScheme();
  new MutationObserver(amend).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
  document
    .getElementById('swagger-ui')
    .insertAdjacentHTML(
      'beforebegin',
      '<nav class="site" aria-label="Partner Events"><a href="/"><img src="/favicon.ico" alt="" width="28" height="28">Partner Events</a><a href="/dashboard">Dashboard</a></nav>',
    );
  // Swagger UI's page has none, and phones would show it as wide as a desktop.
  document.head.insertAdjacentHTML('beforeend', '<meta name="viewport" content="width=device-width, initial-scale=1">');

  globalThis.partnerEventsReference = {
    plugin(system) {
      ui = system;
      return {
        wrapComponents: components(system.React),
        statePlugins: { auth: { wrapActions: { authorize, logout } }, spec: { wrapActions: { validateParams } } },
      };
    },
    restoreKey,
  };
})();
