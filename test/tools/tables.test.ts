import { projectRoot } from '../../src/platform/config/project-root.js';
import { GUESTS } from '../../tools/rooms/guests.js';
import { findTableFaults, readOwners, readTableUses } from '../../tools/rooms/tables.js';

const owners = readOwners(projectRoot());
const uses = readTableUses(projectRoot(), owners);

test('rooms use their own tables, and the tables of the guest list', () => {
  expect(owners.get('ticket_types')).toBe('catalogue');
  expect(uses.length).toBeGreaterThan(100);
  expect(findTableFaults(uses, owners)).toEqual([]);
});

test.each([
  [
    'a table of a room',
    { file: 'src/bulk/sql/bulk-files.ts', table: 'members', writes: false },
    'reads members, which belongs to members',
  ],
  [
    'a write where it may read',
    { file: 'src/settlements/sql/x.ts', table: 'earnings', writes: true },
    'writes earnings, which belongs to earnings',
  ],
  [
    'SQL in a face',
    { file: 'api/routes/orders.ts', table: 'orders', writes: false },
    'api/routes/orders.ts reads orders',
  ],
])('refuses %s', (_what, use, why) => {
  expect(findTableFaults([...uses, use], owners)).toEqual([expect.stringContaining(why)]);
});

test('notices an entry that nothing needs', () => {
  const guests = { ...GUESTS, job_clocks: { ...GUESTS.job_clocks, bulk: { may: 'read' as const, why: 'none' } } };
  expect(findTableFaults(uses, owners, guests)).toEqual([
    'bulk does not read job_clocks any more: correct tools/rooms/guests.ts',
  ]);
});
