import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { type StartJson, useStarts } from '../support/system/started.js';
import { waitFor } from '../support/wait-for.js';

const ELSEWHERE = ['.cache', '.data', '.git', 'node_modules', 'test'];
const PROGRAM = ['-r', './test/support/run-typescript.cjs', 'tools/dev/run.ts'];

const starts = useStarts();
let project: string;

/** An editable copy of the built project, where it finds the project's own packages. */
beforeAll(() => {
  const root = projectRoot();
  mkdirSync(join(root, '.cache'), { recursive: true });
  project = mkdtempSync(join(root, '.cache/dev-'));
  const copied = readdirSync(root).filter((name) => !ELSEWHERE.includes(name));
  for (const path of [...copied, 'test/support/run-typescript.cjs', 'test/support/resolve-ts.cjs']) {
    cpSync(join(root, path), join(project, path), { recursive: true, preserveTimestamps: true });
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));

function edit(path: string, from: string, to: string): void {
  const file = join(project, path);
  const source = readFileSync(file, 'utf8');
  if (!source.includes(from)) throw new Error(`${path} has no ${from}`);
  writeFileSync(file, source.replace(from, to));
}

const textAt = (url: string) => fetch(url).then((answer) => answer.text());

function serversOf(folder: string): unknown[] {
  const { processes } = JSON.parse(readFileSync(join(folder, 'runtime.json'), 'utf8'));
  return processes.filter(({ name }: { name: string }) => name === 'Postgres' || name === 'Temporal');
}

/** Vite's messages to the page of the dashboard, as its client gets them. */
async function listenToVite(page: string): Promise<string[]> {
  const policy = (await fetch(`${page}/sign-in`)).headers.get('content-security-policy') ?? '';
  const address = /ws:[^\s;]+/.exec(policy)?.[0];
  const token = /wsToken = "([^"]+)"/.exec(await textAt(`${page}/@vite/client`))?.[1];
  const messageTypes: string[] = [];
  const socket = new WebSocket(`${address}/dashboard/?token=${token}`, 'vite-hmr');
  socket.addEventListener('message', ({ data }) => void messageTypes.push(JSON.parse(String(data)).type));
  await waitFor(() => messageTypes.includes('connected'), { what: 'Vite to say hello' });
  return messageTypes;
}

test('npm run dev: a saved file restarts the API, bundles workflows and reloads the dashboard, and the servers stay up', async () => {
  await starts.prepare();
  const dev = starts.begin({ program: PROGRAM, cwd: project });
  const { base_url }: StartJson = await dev.ready();
  const origin = new URL(base_url).origin;
  const servers = serversOf(starts.folder);
  expect(servers).toHaveLength(2);

  edit('api/pages/landing.ts', "title: 'Partner Events'", "title: 'Saved a moment ago'");
  await waitFor(() => textAt(origin).then((page) => page.includes('Saved a moment ago')), { what: 'the new page' });

  edit(
    'workflows/maintenance.ts',
    "from '@temporalio/workflow';",
    "from '@temporalio/workflow';\nexport const saved: number = 'no';",
  );
  const bundle = join(project, 'dist/workflow-bundle.js');
  await waitFor(() => readFileSync(bundle, 'utf8').includes("saved = 'no'"), { what: 'the new bundle' });
  await waitFor(() => dev.output().includes("Type 'string' is not assignable"), { what: 'the type error' });

  const module = `${origin}/dashboard/src/pages.ts`;
  expect(await textAt(module)).not.toContain('Newly named');
  const messageTypes = await listenToVite(`${origin}/dashboard`);
  edit('packages/dashboard/src/pages.ts', "'Overview'", "'Newly named'");
  await waitFor(() => messageTypes.some((type) => type === 'full-reload' || type === 'update'), {
    what: 'the word to reload',
  });
  expect(await textAt(module)).toContain('Newly named');

  expect(serversOf(starts.folder)).toEqual(servers);
  dev.process.kill('SIGINT');
  expect(await dev.ended).toBe(0);
});
