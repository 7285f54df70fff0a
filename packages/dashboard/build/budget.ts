import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/**
 * Fails the build when any page, opened first, needs more JavaScript than allowed: the entry, the page's own chunk and
 * their imports.
 *
 * @param options.firstPageKilobytes after gzip, in units of 1,000 bytes.
 */
export function budget({ firstPageKilobytes }: { firstPageKilobytes: number }): Plugin {
  return {
    name: 'first-page-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      );
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      if (!entry) this.error('the build has no entry');
      const gzipped = new Map<string, number>();
      const sizeOf = (files: Iterable<string>): number => {
        let total = 0;
        for (const file of files) {
          if (!gzipped.has(file)) gzipped.set(file, gzipSync(chunks.get(file)?.code ?? '').length);
          total += gzipped.get(file) ?? 0;
        }
        return total / 1_000;
      };
      const first = closure(chunks, entry.fileName);
      const lazy = [...first]
        .flatMap((file) => chunks.get(file)?.dynamicImports ?? [])
        // Dialogs and the schemas of forms come later.
        .filter((file) => chunks.get(file)?.facadeModuleId?.includes('/src/pages/'));
      const sizes = lazy.map((page) => ({ page, kilobytes: sizeOf(new Set([...first, ...closure(chunks, page)])) }));
      const heaviest = sizes.sort((size, other) => other.kilobytes - size.kilobytes)[0];
      if (!heaviest) this.error('the build has no page that is loaded lazily');
      const words = `${heaviest.page}: ${heaviest.kilobytes.toFixed(1)} KB of JavaScript after gzip, opened first`;
      if (heaviest.kilobytes > firstPageKilobytes) this.error(`${words}; ${firstPageKilobytes} are allowed`);
      this.info(words);
    },
  };
}

/** A chunk and all that it imports at once. */
function closure(chunks: Map<string, Rolldown.OutputChunk>, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of chunks.get(file)?.imports ?? []) closure(chunks, next, found);
  return found;
}
