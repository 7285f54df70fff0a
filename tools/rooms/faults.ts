import type { Import } from './imports.js';
import { FACES, IN_BROWSERS_TOO, ROOMS, type Room, TYPES_FOR_BROWSERS } from './rooms.js';

/** The room or face that a file belongs to; null for what stands outside of both, such as `embedded`. */
export function roomOf(file: string): string | null {
  const face = FACES.find((name) => file.startsWith(`${name}/`));
  if (face) return face;
  const [top, room = ''] = file.split('/');
  return top === 'src' && room in ROOMS ? room : null;
}

/**
 * The imports that the list of rooms does not allow, a sentence each; empty when there are none.
 *
 * @param rooms the allowed dependencies.
 */
export function findFaults(imports: readonly Import[], rooms: Record<string, readonly string[]> = ROOMS): string[] {
  return [...imports.flatMap((imported) => faultOf(imported, rooms)), ...unused(imports, rooms), ...cycles(imports)];
}

function faultOf({ from, to, typesOnly }: Import, rooms: Record<string, readonly string[]>): string[] {
  const refuse = (why: string) => [`${from} imports ${to}: ${why}`];
  const [user, used] = [roomOf(from), roomOf(to)];
  const isFace = (room: string | null) => FACES.some((face) => face === room);
  if (from.startsWith('packages/client/')) return refuse('it is published: it imports nothing of the service');
  if (from.startsWith('packages/')) {
    const runs = IN_BROWSERS_TOO.includes(to) || to.includes('/rules/');
    if (runs || (typesOnly && TYPES_FOR_BROWSERS.includes(to))) return [];
    return refuse(`pages may import only rules, ${IN_BROWSERS_TOO.join(', ')}, and types of ${TYPES_FOR_BROWSERS}`);
  }
  if (IN_BROWSERS_TOO.includes(from) && used !== 'core' && !to.includes('/rules/')) {
    return refuse('it runs in browsers too: it imports core and rules');
  }
  // The worker is the process that runs the other two; of workflows, which are bundled, it knows names and types alone.
  const runs = user === 'worker' && (used === 'activities' || (used === 'workflows' && typesOnly));
  if (isFace(used) && user !== used && !runs) return refuse(`${used} is a face, and nothing imports a face`);
  if (to.startsWith('src/embedded/') && user !== 'src/cli' && !from.startsWith('src/embedded/')) {
    return refuse('embedded servers are for the command line and the tests');
  }
  if (from.startsWith('src/') && user === null && !from.startsWith('src/embedded/')) {
    return refuse('its folder is not in the list of rooms (tools/rooms/rooms.ts)');
  }
  if (user === 'workflows') {
    const allowed = used === 'workflows' || used === 'core' || /\/(rules\/.*|(.*-)?workflow\.ts)$/.test(to);
    if (!allowed)
      return refuse('a workflow may import only core, rules/ and workflow contracts: it must be deterministic');
  }
  if (/^src\/[^/]+\/rules\//.test(from)) {
    const own = to.startsWith(`src/${user}/rules/`);
    if (!own && used !== 'core' && !to.includes('/rules/')) return refuse('rules are pure: they import core and rules');
  }
  if (user !== null && used !== null && user !== used && user in rooms && !rooms[user]?.includes(used)) {
    return refuse(`${user} may not use ${used} (tools/rooms/rooms.ts)`);
  }
  return [];
}

/** Unused entries: the list contains only dependencies that exist. */
function unused(imports: readonly Import[], rooms: Record<string, readonly string[]>): string[] {
  const pairs = new Set(imports.map(({ from, to }) => `${roomOf(from)} ${roomOf(to)}`));
  return Object.entries(rooms).flatMap(([room, uses]) =>
    uses
      .filter((used) => !pairs.has(`${room} ${used}`))
      .map((used) => `${room} does not use ${used} any more: strike it`),
  );
}

/** A graph of folders; a room's contracts (`wire.ts`, `workflow.ts`) stand below its SQL and its verbs. */
function cycles(imports: readonly Import[]): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [user, used] = [folderOf(from), folderOf(to)];
    if (user !== used) uses.set(user, (uses.get(user) ?? new Set()).add(used));
  }
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (folder: string, path: readonly string[]) => {
    const start = path.indexOf(folder);
    if (start >= 0) found.push(`cycle of folders: ${[...path.slice(start), folder].join(' → ')}`);
    if (start >= 0 || done.has(folder)) return;
    for (const next of uses.get(folder) ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of uses.keys()) visit(folder, []);
  return found;
}

function folderOf(file: string): string {
  const folder = file.slice(0, file.lastIndexOf('/'));
  return /^src\/[^/]+\/(.*-)?(wire|workflow)\.ts$/.test(file) ? `${folder} (contracts)` : folder;
}

/** The allowed dependencies, a line a room, without `core` and `platform`, which everything uses. */
export function dependencyList(rooms: Record<Room, readonly string[]> = ROOMS): string {
  const floor = new Set(['core', 'platform']);
  const lines = Object.entries(rooms).flatMap(([room, uses]) => {
    const shown = uses.filter((used) => !floor.has(used));
    return floor.has(room) || shown.length === 0 ? [] : [`${room} → ${shown.join(', ')}`];
  });
  return lines.join('\n');
}
