/** A guard of docs/security.md, how to take it out, and the tests that then fail. */
export interface Guard {
  /** Of the OWASP API Security Top 10 (2023). */
  risk: `API${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;
  what: string;
  file: string;
  /** Stands in the file exactly once … */
  present: string;
  /** … and this in its place is the service without the guard. */
  removed: string;
  tests: string[];
}

export const GUARDS: readonly Guard[] = [
  {
    risk: 'API1',
    what: "an order's owner and mode",
    file: 'src/store/orders.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    present: 'WHERE id = ${orderId} AND company_id = ${scope.companyId} AND mode = ${scope.mode}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    removed: 'WHERE id = ${orderId}`',
    tests: ['test/api/orders/get-cancel.test.ts'],
  },
  {
    risk: 'API1',
    what: "a statement's owner",
    file: 'src/services/settlements/list-lines.ts',
    present: 'row.companyId !== caller.companyId',
    removed: 'false',
    tests: ['test/api/security/object-access.test.ts'],
  },
  {
    risk: 'API1',
    what: 'the caller a cursor was made for',
    file: 'src/domain/cursor.ts',
    present: 'timingSafeEqual(signature, sign(one, scope, body))',
    removed: 'true',
    tests: ['test/domain/cursor.test.ts', 'test/api/security/cursor-access.test.ts'],
  },
  {
    risk: 'API2',
    what: 'the end of a revoked key',
    file: 'api/plugins/authenticate.ts',
    present: 'if (known && !known.revoked',
    removed: 'if (known && !false',
    tests: ['test/api/platform/authenticate.test.ts'],
  },
  {
    risk: 'API2',
    what: "a client's secret",
    file: 'src/services/oauth/authenticate-client.ts',
    present: 'if (!row || !opens(row, secretHash, ctx.clock.now())) {',
    removed: 'if (!row) {',
    tests: ['test/api/oauth/token.test.ts'],
  },
  {
    risk: 'API2',
    what: 'the end of an access token',
    file: 'api/plugins/authenticate.ts',
    present: 'if (known && !known.revoked && !known.expired) {',
    removed: 'if (known && !known.revoked) {',
    tests: ['test/api/oauth/tokens.test.ts'],
  },
  {
    risk: 'API2',
    what: 'the certificate a key is pinned to',
    file: 'src/domain/key-guards.ts',
    present: '(one) => one.fingerprint === fingerprint',
    removed: '() => true',
    tests: ['test/api/guards/tls.test.ts'],
  },
  {
    risk: 'API2',
    what: 'the networks a key is tied to',
    file: 'src/domain/key-guards.ts',
    present: 'return guards.allows && !guards.allows(source.address()) ?',
    removed: 'return false ?',
    tests: ['test/api/guards/addresses.test.ts'],
  },
  {
    risk: 'API2',
    what: "the distrust of strangers' Client-Cert headers",
    file: 'api/key-guards.ts',
    present: ' || !trusted(raw.socket.remoteAddress)',
    removed: '',
    tests: ['test/api/guards/proxied-certificate.test.ts'],
  },
  {
    risk: 'API3',
    what: 'unknown fields of an order',
    file: 'src/contracts/wire/order.ts',
    present: '.strictObject({',
    removed: '.object({',
    tests: ['test/api/orders/create.test.ts'],
  },
  {
    risk: 'API4',
    what: 'the limits a minute',
    file: 'api/limiter.ts',
    present: 'exceeded: calls > perMinute',
    removed: 'exceeded: false',
    tests: ['test/api/platform/rate-limit.test.ts'],
  },
  {
    risk: 'API4',
    what: 'the largest body',
    file: 'api/app.ts',
    present: 'bodyLimit: 65_536',
    removed: 'bodyLimit: 65_536_000',
    tests: ['test/api/platform/requests.test.ts'],
  },
  {
    risk: 'API5',
    what: 'what a kind of key may do',
    file: 'api/plugins/authenticate.ts',
    present: '!access.kinds.includes(caller.kind)',
    removed: 'false',
    tests: ['test/api/security/access-matrix.test.ts'],
  },
  {
    risk: 'API5',
    what: 'what a key must have been granted',
    file: 'api/plugins/authenticate.ts',
    present: '!caller.capabilities.includes(access.capability)',
    removed: 'false',
    tests: ['test/api/security/access-matrix.test.ts'],
  },
  {
    risk: 'API5',
    what: 'what a token was made for',
    file: 'api/plugins/authenticate.ts',
    present: 'scope !== undefined && scopes.includes(scope)',
    removed: 'true || scopes.includes(scope as never)',
    tests: ['test/api/security/access-matrix.test.ts'],
  },
  {
    risk: 'API6',
    what: 'the most tickets of one order',
    file: 'src/store/ticket-holds.ts',
    present: ' AND w.largest <= t.max_per_order',
    removed: '',
    tests: ['test/api/orders/create.test.ts'],
  },
  {
    risk: 'API6',
    what: 'the seats there are',
    file: 'src/store/ticket-holds.ts',
    present: 'AND t.held + t.sold + w.total <= t.capacity',
    removed: '',
    tests: ['test/services/orders/create-order.test.ts'],
  },
  {
    risk: 'API7',
    what: 'the check of an address that is dialled',
    file: 'src/domain/public-address.ts',
    present: 'return parsed.match(GLOBAL_UNICAST_IPV6) && parsed.range() === ',
    removed: 'return parsed.match(GLOBAL_UNICAST_IPV6) || parsed.range() === ',
    tests: ['test/domain/public-address.test.ts'],
  },
  {
    risk: 'API7',
    what: 'the check of every address of a name',
    file: 'src/adapters/outbound-http/resolve.ts',
    present: 'addresses.find((address) => !isPublicAddress(address))',
    removed: 'undefined',
    tests: ['test/adapters/outbound-http/private-addresses.test.ts'],
  },
  {
    risk: 'API7',
    what: 'the pinning of the address that was checked',
    file: 'src/adapters/outbound-http/connector.ts',
    present: 'lookup: pinned(addresses),',
    removed: '',
    tests: ['test/adapters/outbound-http/private-addresses.test.ts'],
  },
  {
    risk: 'API8',
    what: 'the silence about what went wrong inside',
    file: 'api/plugins/problem-details.ts',
    present: "return new ProblemError('internal_error');",
    removed: "return new ProblemError('internal_error', { detail: String(error) });",
    tests: ['test/api/platform/failures.test.ts'],
  },
  {
    risk: 'API8',
    what: "the refusal to other websites of a server key's answers",
    file: 'api/plugins/cors.ts',
    present: "if (kind === 'test' || (kind === undefined && !refused))",
    removed: "if (kind !== 'website')",
    tests: ['test/api/platform/cors.test.ts'],
  },
  {
    risk: 'API9',
    what: 'the list of all endpoints and who may call them',
    file: 'api/app.ts',
    present: 'const API_ROUTES: Route[] = [\n',
    removed:
      "const API_ROUTES: Route[] = [\n  (app) => app.get('/internal', { config: { access: { keyed: false, anyOrigin: false } } }, async () => ({})),\n",
    tests: ['test/api/security/routes.test.ts'],
  },
  {
    risk: 'API10',
    what: 'the refusal to follow a receiver elsewhere',
    file: 'src/adapters/outbound-http/send.ts',
    present: "if (family === 3) return { class: 'http_3xx', detail: null };",
    removed: "if (family === 3) return { class: 'ok', detail: null };",
    tests: ['test/adapters/outbound-http/outcomes.test.ts'],
  },
  {
    risk: 'API10',
    what: "the end of a receiver's answer",
    file: 'src/adapters/outbound-http/send.ts',
    present: 'if (answer.bytes > limit) {',
    removed: 'if (answer.bytes < 0) {',
    tests: ['test/adapters/outbound-http/outcomes.test.ts'],
  },
];
