import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { roomOf } from './faults.js';
import { GUESTS, type Guests, MOVED } from './guests.js';

export interface TableUse {
  file: string;
  table: string;
  writes: boolean;
}

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...args], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .sort();

/** Which room a table belongs to: the one in the name of the migration that creates it (`0004_catalogue.sql`), unless it was moved. */
export function readOwners(root: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of git(root, 'src/platform/database/migrations/*.sql')) {
    const room = basename(file).replace(/^\d+_/, '').split(/[_.]/)[0] ?? '';
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, table = ''] of text.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gi)) {
      if (!owners.has(table)) owners.set(table, MOVED[table]?.room ?? room);
    }
  }
  return owners;
}

const USE = /\b(FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?([a-z_]+)\b/g;

/** The tables that rooms and faces name in SQL, with its keywords in capitals, each once a file. */
export function readTableUses(root: string, owners: ReadonlyMap<string, string>): TableUse[] {
  const files = git(root, 'src', 'api', 'workflows', 'activities', 'worker').filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const uses = new Map<string, boolean>();
    const text = readFileSync(join(root, file), 'utf8');
    for (const [whole, verb, table = ''] of text.matchAll(USE)) {
      if (!owners.has(table)) continue;
      const deletes = text.includes(`DELETE ${whole}`);
      uses.set(table, uses.get(table) === true || verb === 'INTO' || verb === 'UPDATE' || deletes);
    }
    return [...uses].map(([table, writes]) => ({ file, table, writes }));
  });
}

/** What files do to tables of other rooms that the list of guests does not allow, a sentence each, and entries that nothing needs. */
export function findTableFaults(
  uses: readonly TableUse[],
  owners: ReadonlyMap<string, string>,
  guests: Guests = GUESTS,
): string[] {
  const needed = new Set<string>();
  const faults = uses.flatMap(({ file, table, writes }) => {
    const owner = owners.get(table) ?? '';
    const room = roomOf(file);
    if (room === null || room === owner) return [];
    const how = guests[table]?.[room];
    if (how && (how.may === 'write' || !writes)) {
      needed.add(`${table} ${room} ${writes ? 'write' : 'read'}`);
      return [];
    }
    const verb = writes ? 'writes' : 'reads';
    return [`${file} ${verb} ${table}, which belongs to ${owner}: call a function of ${owner} (tools/rooms/guests.ts)`];
  });
  const unneeded = Object.entries(guests).flatMap(([table, rooms]) =>
    Object.entries(rooms)
      .filter(([room, { may }]) => !needed.has(`${table} ${room} ${may}`))
      .map(([room, { may }]) => `${room} does not ${may} ${table} any more: correct tools/rooms/guests.ts`),
  );
  return [...faults, ...unneeded];
}
