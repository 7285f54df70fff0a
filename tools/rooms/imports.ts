import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  from: string;
  to: string;
  /** Nothing of it runs. */
  typesOnly?: boolean;
}

const SPECIFIER =
  /(?:(\bimport\s+type\s[^;'"]*?)?\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\brequire\(\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * The relative imports of the service's own code, types included: a type is a dependency as well. Read as text, because
 * a compiler drops imports of types. For a package, only imports that lead out of it.
 *
 * @param root the checkout.
 * @returns paths relative to it, in the order of the files' names.
 */
export function readImports(root: string): Import[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src', 'api', 'workflows', 'activities', 'worker', 'packages'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
  const all = files.sort().flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    return [...text.matchAll(SPECIFIER)].map(([, type, specifier = '']) => ({
      from,
      typesOnly: type !== undefined,
      to: normalize(join(dirname(from), specifier.replace(/\.js$/, '.ts'))),
    }));
  });
  return all.filter(({ from, to }) => !from.startsWith('packages/') || packageOf(from) !== packageOf(to));
}

const packageOf = (file: string): string => file.split('/', 2).join('/');
