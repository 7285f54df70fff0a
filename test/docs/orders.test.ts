import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { ordersDocument } from '../../tools/docs/orders.js';

const root = projectRoot();

test('docs/orders.md describes the transitions of orders: `npm run orders-doc` writes it', () => {
  expect(readFileSync(join(root, 'docs/orders.md'), 'utf8')).toBe(ordersDocument());
});

test('the files that it names exist', () => {
  const files = [...ordersDocument().matchAll(/`([a-z-]+\.ts)` \|$/gm)].map(([, file]) => String(file));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(root, 'src/orders', file)))).toEqual([]);
});
