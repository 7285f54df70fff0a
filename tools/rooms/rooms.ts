/**
 * Every room and the rooms it may use: the one list of dependencies between capabilities, which `npm run lint`
 * enforces. A room is above all rooms it uses, so there are no cycles. A dependency that is not here is a decision to
 * take: move the shared part down, or let the outbox stand between the two.
 */
export const ROOMS = {
  core: [],
  platform: ['core'],
  payments: ['platform', 'core'],
  access: ['platform', 'core'],
  requests: ['platform', 'core'],
  changes: ['platform', 'core'],
  members: ['access', 'platform', 'core'],
  listings: ['platform', 'core'],
  deliveries: ['members', 'changes', 'listings', 'platform', 'core'],
  companies: ['changes', 'listings', 'access', 'platform', 'core'],
  catalogue: ['payments', 'changes', 'listings', 'platform', 'core'],
  earnings: ['catalogue', 'changes', 'listings', 'platform', 'core'],
  bulk: ['companies', 'listings', 'access', 'platform', 'core'],
  signals: ['orders', 'earnings', 'access', 'platform', 'core'],
  tickets: ['catalogue', 'listings', 'platform', 'core'],
  orders: ['payments', 'members', 'tickets', 'earnings', 'catalogue', 'changes', 'listings', 'platform', 'core'],
  settlements: ['payments', 'earnings', 'members', 'companies', 'changes', 'platform', 'core'],
  reconciliation: ['settlements', 'orders', 'catalogue', 'payments', 'platform', 'core'],
  sandbox: [
    'signals',
    'requests',
    'settlements',
    'orders',
    'earnings',
    'catalogue',
    'deliveries',
    'listings',
    'access',
    'platform',
    'core',
  ],
  context: [
    'sandbox',
    'reconciliation',
    'settlements',
    'signals',
    'orders',
    'tickets',
    'bulk',
    'earnings',
    'catalogue',
    'payments',
    'members',
    'deliveries',
    'listings',
    'requests',
    'access',
    'platform',
    'core',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Room = keyof typeof ROOMS;

/** Files that the pages of the dashboard share with the service, in addition to rules: bodies of forms, texts of their errors, colours, names and digits of currencies. */
export const IN_BROWSERS_TOO: readonly string[] = [
  'api/dashboard/bodies.ts',
  'api/http/issue-text.ts',
  'src/core/brand.ts',
  'src/core/change-type.ts',
  'src/core/dates.ts',
  'src/core/fold.ts',
  'src/core/money.ts',
  'src/core/outcomes.ts',
];

/** Pages import only types of these files: the responses of the service. */
export const TYPES_FOR_BROWSERS: readonly string[] = ['api/dashboard/operations.ts'];

/**
 * Nothing imports a face, except the worker, which imports the ones that it runs. `embedded` holds servers for one
 * machine: only the command line and the tests use it.
 */
export const FACES = ['api', 'workflows', 'activities', 'worker', 'src/cli'] as const;
