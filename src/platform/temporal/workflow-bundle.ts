import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

export interface WorkflowBundleOptions {
  /** The module that exports every workflow. */
  entry: string;
  /** Files and folders that the workflows can import ({@link workflowInputs}); a change in them makes a new bundle. */
  inputs: string[];
  target: string;
}

/** All that workflows may import below `root`: themselves, `core`, and each room's rules and workflow contracts. */
export function workflowInputs(root: string): string[] {
  const source = join(root, 'src');
  const rooms = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ofRooms = rooms.flatMap(({ name }) => {
    const contracts = readdirSync(join(source, name)).filter((file) => /(^|-)workflow\.(ts|js)$/.test(file));
    return ['rules', ...contracts].map((part) => join(source, name, part));
  });
  return [join(root, 'workflows'), join(source, 'core'), ...ofRooms];
}

/** Bundles the workflows unless the bundle has the same inputs. @returns whether a new bundle was written. */
export async function bundleWorkflows(options: WorkflowBundleOptions): Promise<boolean> {
  const mark = `${options.target}.inputs`;
  const fingerprint = fingerprintOf(options.inputs);
  if (existsSync(options.target) && existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return false;

  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: options.entry,
    workflowInterceptorModules: [join(dirname(options.entry), `support/trace-header${extname(options.entry)}`)],
    logger: { ...quiet, log: () => {} },
    webpackConfigHook: (config) => ({
      ...config,
      resolve: { ...config.resolve, extensionAlias: { '.js': ['.ts', '.js'] } },
    }),
  });
  mkdirSync(dirname(options.target), { recursive: true });
  const draft = `${options.target}.${process.pid}`;
  writeFileSync(draft, withoutSources(code));
  renameSync(draft, options.target);
  writeFileSync(mark, fingerprint);
  return true;
}

/** Drops sources from the source map, of which each worker keeps some ten megabytes a task queue. Stack traces keep lines. */
function withoutSources(code: string): string {
  return code.replace(
    /(\n\/\/# sourceMappingURL=data:[^,\n]*base64,)([^\n]*)\s*$/,
    (_all, head: string, map: string) => {
      const { sourcesContent: _sources, ...positions } = JSON.parse(Buffer.from(map, 'base64').toString());
      return `${head}${Buffer.from(JSON.stringify(positions)).toString('base64')}\n`;
    },
  );
}

const quiet = { trace: () => {}, debug: () => {}, info: () => {}, warn: console.warn, error: console.error };

function fingerprintOf(inputs: string[]): string {
  const hash = createHash('sha256');
  for (const name of ['worker', 'workflow']) {
    hash.update(readFileSync(require.resolve(`@temporalio/${name}/package.json`)));
  }
  // This file also decides the contents of a bundle.
  hash.update(readFileSync(__filename));
  for (const file of inputs.flatMap(filesBelow).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.endsWith('.map'))
    .flatMap((name) => filesBelow(join(path, name)));
}
