import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { BulkFormat } from '../../src/bulk/rules/bulk.js';
import { type BulkSite, createBulkSite, download, linesOf } from '../support/data/bulk.js';
import { addEvents, walk } from '../support/data/listings.js';
import { temporaryFolder } from '../support/environment.js';

const run = promisify(execFile);
const MANY = 1_200;
const NAMES = ['Ääni\u2028\u2029', '日本語 🎸', 'a\\b "c" \t', '\u200f\u05e9\u05dc\u05d5\u05dd', "it's; DROP"];

/** The names in each file, in its order; null for a file that is refused. */
type Reader = (files: string[], format: BulkFormat) => Promise<(string[] | null)[]>;

/** The output of a program that prints its result for each file in a line of JSON. */
const python =
  (imports: string, ndjson: string, csv: string): Reader =>
  async (files, format) => {
    const program = `
import json, sys${imports}
for file in sys.argv[1:]:
    try:
        print(json.dumps(${format === 'csv' ? csv : ndjson}))
    except Exception as error:
        print("null")`;
    const { stdout } = await run('python3', ['-c', program, ...files], { maxBuffer: 256 * 1024 * 1024 });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

const node: Reader = async (files, format) =>
  files.map((file) => {
    try {
      const gz = readFileSync(file);
      const rows: Record<string, unknown>[] = format === 'csv' ? parse(gunzipSync(gz), { columns: true }) : linesOf(gz);
      return rows.map(({ name }) => String(name));
    } catch {
      return null;
    }
  });

const READERS: Record<string, { needs?: string; read: Reader }> = {
  Node: { read: node },
  "Python's own": {
    needs: 'gzip',
    read: python(
      ', csv, gzip',
      '[json.loads(line)["name"] for line in gzip.open(file, "rt", encoding="utf-8", newline="\\n")]',
      '[row["name"] for row in csv.DictReader(gzip.open(file, "rt", encoding="utf-8", newline=""))]',
    ),
  },
  pandas: {
    needs: 'pandas',
    read: python(
      ', pandas',
      'pandas.read_json(file, lines=True, dtype=False)["name"].tolist()',
      'pandas.read_csv(file, dtype=str, keep_default_na=False)["name"].tolist()',
    ),
  },
  DuckDB: {
    needs: 'duckdb',
    read: python(
      ', duckdb',
      '[row[0] for row in duckdb.sql(f"SELECT name FROM \'{file}\'").fetchall()]',
      '[row[0] for row in duckdb.sql(f"SELECT name FROM \'{file}\'").fetchall()]',
    ),
  },
};

/** What this machine lacks is not tried. */
const PRESENT = Object.entries(READERS).flatMap(([name, { needs, read }]) => {
  try {
    if (needs) execFileSync('python3', ['-c', `import ${needs}`], { stdio: 'ignore' });
    return [[name, read] as const];
  } catch {
    return [];
  }
});

describe.each(['ndjson', 'csv'] as const)('a %s file', (format) => {
  let site: BulkSite;
  let names: string[];
  const folder = temporaryFolder().path;
  const whole = join(folder, `whole.${format}.gz`);
  let cut: string[];

  beforeAll(async () => {
    site = await createBulkSite();
    await addEvents(
      site.ctx,
      Array.from({ length: MANY }, (_, i) => ({ name: `${NAMES[i % NAMES.length]} ${i} ${'x'.repeat(i % 700)}` })),
    );
    names = (await walk(site.ctx)).map(({ name }) => name);
    const { body } = await download(site, `${await site.subscribe()}.${format}.gz`);
    writeFileSync(whole, body);
    const places = [1, 9, 10, 11, body.length - 1, body.length - 8, body.length - 10];
    for (let i = 0; i < 8; i += 1) places.push(1 + Math.floor(Math.random() * (body.length - 1)));
    cut = places.map((place) => join(folder, `${place}.${format}.gz`));
    for (const [i, file] of cut.entries()) writeFileSync(file, body.subarray(0, places[i]));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  });

  test('passes gunzip -t; cut anywhere it does not', async () => {
    await run('gunzip', ['-t', whole]);
    for (const file of cut) await expect(run('gunzip', ['-t', file])).rejects.toThrow();
  });

  test.each(PRESENT)('%s reads all of it; cut anywhere it is refused', async (_name, read) => {
    const [all, ...refused] = await read([whole, ...cut], format);
    expect(all).toEqual(names);
    expect(refused).toEqual(cut.map(() => null));
  });
});
