import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { dependencyList, findFaults } from '../../tools/rooms/faults.js';
import { readImports } from '../../tools/rooms/imports.js';
import { ROOMS } from '../../tools/rooms/rooms.js';

const imports = readImports(projectRoot());

test('the code keeps to the list of rooms', () => {
  expect(imports.length).toBeGreaterThan(1_000);
  expect(findFaults(imports)).toEqual([]);
});

test('docs/architecture.md lists the allowed dependencies', () => {
  const text = readFileSync(join(projectRoot(), 'docs/architecture.md'), 'utf8');
  expect(text).toContain(`\`\`\`text\n${dependencyList()}\n\`\`\``);
});

test('no room uses a room above it', () => {
  const below = (room: string): string[] => ROOMS[room as keyof typeof ROOMS].flatMap((used) => [used, ...below(used)]);
  for (const room of Object.keys(ROOMS)) expect(below(room)).not.toContain(room);
});

test.each([
  ['a neighbour', 'src/bulk/render-file.ts', 'src/signals/record-signal.ts', 'bulk may not use signals'],
  ['a room above', 'src/listings/list-events.ts', 'src/orders/get-order.ts', 'listings may not use orders'],
  ['a face', 'src/orders/get-order.ts', 'api/http/reply.ts', 'nothing imports a face'],
  ['another face', 'api/app.ts', 'workflows/index.ts', 'nothing imports a face'],
  ['the code of workflows in a worker', 'worker/worker.ts', 'workflows/index.ts', 'nothing imports a face'],
  ['an embedded server', 'api/server.ts', 'src/embedded/postgres.ts', 'embedded servers'],
  ['SQL from a workflow', 'workflows/orders/holds.ts', 'src/orders/sql/orders.ts', 'deterministic'],
  ['SQL from a rule', 'src/orders/rules/ticket-sale.ts', 'src/orders/sql/orders.ts', 'rules are pure'],
  ['the service from what is published', 'packages/client/src/client.ts', 'src/core/mode.ts', 'it is published'],
  ['the service from a page', 'packages/dashboard/src/page.ts', 'src/core/mode.ts', 'pages may import only'],
  [
    'answers of the service at run time',
    'packages/dashboard/src/page.ts',
    'api/dashboard/operations.ts',
    'pages may import only',
  ],
  ['SQL from what browsers run', 'api/dashboard/bodies.ts', 'src/members/sql/members.ts', 'runs in browsers too'],
  ['a folder without a room', 'src/utils/text.ts', 'src/core/text.ts', 'not in the list of rooms'],
])('refuses %s', (_what, from, to, why) => {
  const faults = findFaults([...imports, { from, to }]);
  expect(faults).toEqual(expect.arrayContaining([expect.stringContaining(why)]));
});

test('notices a cycle of folders, and an entry of the list that nothing needs', () => {
  const cycle = { from: 'src/orders/sql/orders.ts', to: 'src/orders/place-order.ts' };
  expect(findFaults([...imports, cycle]).join()).toContain('cycle of folders');
  const rooms = { ...ROOMS, signals: [...ROOMS.signals, 'tickets'] };
  expect(findFaults(imports, rooms)).toEqual(['signals does not use tickets any more: strike it']);
});
