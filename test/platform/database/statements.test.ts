import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openStaging } from '../../../src/catalogue/sql/import-staging.js';
import { insertAgreementChanges } from '../../../src/changes/sql/changes.js';
import { readStatistics } from '../../../src/listings/sql/statistics.js';
import { readMoney } from '../../../src/orders/sql/money.js';
import type { Transfer } from '../../../src/payments/payouts-port.js';
import { simulatedTransfers } from '../../../src/payments/sql.js';
import { readInstant } from '../../../src/platform/clock/sql.js';
import type { Transaction } from '../../../src/platform/database/database.js';
import { lockSealed, replaceSealed } from '../../../src/platform/secrets/sql.js';
import { aheadOf } from '../../../src/sandbox/sql/clock.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { type Declared, readDeclared, type Shape, type Site } from '../../support/statements/declared.js';
import { type Column, recordStatements } from '../../support/statements/recorder.js';
import { argumentLists } from '../../support/statements/samples.js';

const ROOT = join(__dirname, '../../..');
const FILES = ['src/**/sql/*.ts', 'src/**/*sql.ts', 'src/platform/outbox/*.ts', 'src/platform/database/connections.ts'];

/** Functions that need values which no type describes. */
const EXAMPLES: Record<string, (database: TestContext['sql']) => Promise<unknown>> = {
  readInstant: (database) => Promise.all([readInstant(database), readInstant(database, aheadOf(database))]),
  readStatistics: (reads) =>
    readStatistics({
      ...ctx,
      reads,
      memory: { ...ctx.memory, statistics: { ...ctx.memory.statistics, readAt: -Infinity } },
    }),
  insertAgreementChanges: (database) => {
    const withdrawn = database`SELECT 'evt_1' AS event_id, now() AS withdrawn_at`;
    return insertAgreementChanges(database, { companyId: 'cmp_1', withdrawn, now: ctx.clock.now() });
  },
  readMoney: async (database) => {
    const at = ctx.clock.now();
    for await (const _ of readMoney(database, { from: at, to: at }));
  },
  lockSealed: async (database) => {
    const page = { after: '', limit: 2, now: ctx.clock.now() };
    for (const column of ctx.sealed) await lockSealed(database as unknown as Transaction, column, page);
  },
  replaceSealed: async (database) => {
    for (const box of [Buffer.from('x'), null]) {
      for (const column of ctx.sealed) await replaceSealed(database as unknown as Transaction, column, 'id', box);
    }
  },
  simulatedTransfers: async (database) => {
    const transfers = simulatedTransfers(database);
    const transfer = { key: 'key', amount: { minor: 1, currency: 'EUR' } } as Transfer;
    await transfers.keep(transfer, { state: 'succeeded', reference: 'tr' });
    await transfers.find('key');
  },
};

/** Columns that can be null in the table. The statement's condition, the row's state or its only writer rules null out. */
const NEVER_NULL_HERE: Record<string, string[]> = {
  'src/access/sql/api-keys.ts': ['revokedAt'],
  'src/access/sql/oauth-clients.ts': ['revokedAt'],
  'src/bulk/sql/bulk-files.ts': 'bytes changedUntil etag events path snapshotAt truncated withdrawn'.split(' '),
  'src/bulk/sql/bulk-subscriptions.ts': ['path'],
  'src/deliveries/sql/claims.ts': ['dueAt'],
  'src/deliveries/sql/fan-out.ts': ['earning'],
  'src/deliveries/sql/rounds.ts': ['nextAttemptAt'],
  'src/earnings/sql/earnings-list.ts': ['eventId'],
  'src/earnings/sql/settled-lines.ts': ['settlementId'],
  'src/orders/sql/money.ts': ['at', 'object', 'payment'],
  'src/orders/sql/orders.ts': ['companyId', 'keyId'],
  'src/platform/health/sql.ts': ['canary', 'temporalNamespace'],
  'src/platform/secrets/sql.ts': ['box'],
  'src/settlements/sql/bank-files.ts': ['fileId'],
  'src/settlements/sql/money.ts': ['at', 'object', 'transfer'],
  'src/settlements/sql/settlement-decisions.ts': ['decidedBy'],
};

/** An audit action comes with its feature; the name of a difference is made of a kind and a problem. */
const OPEN_IN_TABLE = new Set(['audit_log.action', 'reconciliation_differences.name']);

/** The statement's condition leaves only some values of these columns. */
const NARROWED_HERE = new Set(['src/bulk/sql/bulk-files.ts state', 'src/settlements/sql/settlement-writes.ts status']);

let ctx: TestContext;
let recorder: ReturnType<typeof recordStatements>;
let declared: { sites: Site[]; functions: Declared[] };
beforeAll(async () => {
  ctx = await createTestContext({ env: { DATABASE_POOL: '1' } });
  await openStaging(ctx.sql);
  recorder = recordStatements(ctx.sql, ROOT);
  const files = execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  declared = await readDeclared(files);
  for (const rows of [1, 0]) {
    recorder.answers.rows = rows;
    for (const name of Object.keys(EXAMPLES)) await EXAMPLES[name]?.(recorder.database).catch(() => {});
    for (const { file, name, parameters, isFragment } of declared.functions) {
      if (name in EXAMPLES) continue;
      const { [name]: run } = require(join(ROOT, file));
      for (const input of argumentLists(parameters, recorder.database)) {
        if (recorder.answers.isStuck) return;
        const result = run(...input);
        // Many refuse to go on without a row. A refusal of the database is recorded.
        if (!isFragment || /^\s*(SELECT|WITH)\b/.test(recorder.textOf(result))) await result.catch(() => {});
      }
    }
  }
});
afterAll(() => ctx.close());

const keyOf = ({ file, text }: { file: string; text: string }) => `${file}\n${text}`;
const typesIn = (shape: Shape): Shape[] => (shape.kind === 'union' ? shape.members.flatMap(typesIn) : [shape]);

test('every statement can be prepared', () => {
  const failed = [...recorder.statements.values()].filter(({ failure }) => failure);
  expect(failed.map(({ file, text, failure }) => `${file}: ${failure}: ${text}`)).toEqual([]);
});

test('every statement in the sources was prepared', () => {
  const described = new Set([...recorder.statements.values()].map(keyOf));
  const isStatement = (text: string) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text);
  const missing = declared.sites.filter((site) =>
    site.row ? !described.has(keyOf(site)) : isStatement(site.text) && !recorder.seen.has(keyOf(site)),
  );
  expect(missing.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

describe('row types', () => {
  /** Every typed statement with the columns that Postgres describes. */
  function* described(): Generator<{ site: Site; row: Record<string, Shape>; columns: Column[] }> {
    const sites = new Map(declared.sites.filter(({ row }) => row).map((site) => [keyOf(site), site]));
    for (const statement of recorder.statements.values()) {
      const site = sites.get(keyOf(statement));
      if (site?.row?.kind === 'object' && statement.columns) {
        yield { site, row: site.row.members, columns: statement.columns };
      }
    }
  }

  test('name the columns of their statements', () => {
    const wrong = new Set<string>();
    for (const { site, row, columns } of described()) {
      const names = columns.map(({ name }) => name);
      for (const name of names.filter((name) => !row[name])) wrong.add(`${site.at} reads ${name}, which its row lacks`);
      for (const [name, shape] of Object.entries(row)) {
        const isOptional = typesIn(shape).some(({ kind }) => kind === 'undefined');
        if (!names.includes(name) && !isOptional) wrong.add(`${site.at} does not read ${name}`);
      }
    }
    expect([...wrong]).toEqual([]);
  });

  test('have the types of their columns', () => {
    const wrong = new Set<string>();
    for (const { site, row, columns } of described()) {
      for (const { name, type } of columns) {
        for (const shape of typesIn(row[name] ?? { kind: 'unknown' })) {
          if (!fits(shape, type)) wrong.add(`${site.at} ${name}: ${shape.kind} is of type ${type}`);
        }
      }
    }
    expect([...wrong]).toEqual([]);
  });

  test('have null where the table has', async () => {
    const catalog = await readCatalog();
    const wrong = new Set<string>();
    for (const { site, row, columns } of described()) {
      for (const { name, table, number } of columns) {
        const column = catalog.get(`${table}.${number}`);
        const isNullable = typesIn(row[name] ?? { kind: 'unknown' }).some(
          ({ kind }) => kind === 'null' || kind === 'unknown',
        );
        if (column && !column.required && !isNullable) wrong.add(`${site.file} ${name}`);
      }
    }
    const known = Object.entries(NEVER_NULL_HERE).flatMap(([file, names]) => names.map((name) => `${file} ${name}`));
    expect([...wrong].sort()).toEqual(known.sort());
  });

  test('list the values that the table allows', async () => {
    const catalog = await readCatalog();
    const wrong = new Set<string>();
    for (const { site, row, columns } of described()) {
      for (const { name, table, number } of columns) {
        const column = catalog.get(`${table}.${number}`);
        const shapes = typesIn(row[name] ?? { kind: 'unknown' }).flatMap((shape) =>
          shape.kind === 'array' ? shape.elements.flatMap(typesIn) : [shape],
        );
        const values = shapes.flatMap((shape) =>
          shape.kind === 'literal' && typeof shape.value === 'string' ? [shape.value] : [],
        );
        const allowed = column?.values ?? [];
        const isClosed = values.length > 0 && shapes.every(({ kind }) => kind !== 'string');
        if (!column || OPEN_IN_TABLE.has(column.name) || (allowed.length === 0 && values.length === 0)) continue;
        if (isClosed && NARROWED_HERE.has(`${site.file} ${name}`) && values.every((value) => allowed.includes(value)))
          continue;
        if (values.sort().join() !== [...allowed].sort().join()) {
          wrong.add(`${site.at} ${name}: ${isClosed ? values : 'string'}; ${column.name} allows ${allowed}`);
        }
      }
    }
    expect([...wrong]).toEqual([]);
  });
});

interface CatalogColumn {
  name: string;
  required: boolean;
  /** The values that the CHECK of this column lists. Empty: any value. */
  values: string[];
}

/** The columns of all tables, by oid and number. */
async function readCatalog(): Promise<Map<string, CatalogColumn>> {
  const rows = await ctx.sql<{ id: string; name: string; required: boolean; checks: string | null }[]>`
    SELECT a.attrelid::oid || '.' || a.attnum AS id, a.attrelid::regclass || '.' || a.attname AS name, a.attnotnull AS required,
      (SELECT string_agg(pg_get_constraintdef(c.oid), ' ') FROM pg_constraint c
        WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND c.conkey = ARRAY[a.attnum]) AS checks
    FROM pg_attribute a WHERE a.attnum > 0 AND a.attrelid >= 16384`;
  return new Map(
    rows.map(({ id, name, required, checks }) => {
      const lists = [...(checks ?? '').matchAll(/ARRAY\[(.*?)\]/g)].map(([, list = '']) => list);
      const values = lists.flatMap((list) => [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value));
      return [id, { name, required, values }];
    }),
  );
}

/** Oids of the types that arrive as each kind of value. */
const TEXTS = [18, 19, 25, 650, 869, 1042, 1043, 1082, 1700, 2205, 2950];
const ARRAYS = [1002, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185];
const JSON_TYPES = [114, 3802];

function fits(shape: Shape, type: number): boolean {
  switch (shape.kind === 'literal' ? typeof shape.value : shape.kind) {
    case 'string':
      return TEXTS.includes(type);
    case 'number':
      return [20, 21, 23, 26, 700, 701].includes(type);
    case 'boolean':
      return type === 16;
    case 'date':
      return type === 1114 || type === 1184;
    case 'bytes':
      return type === 17;
    case 'array':
      return ARRAYS.includes(type) || JSON_TYPES.includes(type);
    case 'object':
      return JSON_TYPES.includes(type);
    default:
      return true;
  }
}
