import type { Plugin } from 'vite';

/** Fails the build when something in it imports a module of Node: Vite puts an empty one there, which fails in the browser. */
export function browserOnly(): Plugin {
  return {
    name: 'browser-only',
    apply: 'build',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        if (!id.includes('__vite-browser-external')) continue;
        const importers = this.getModuleInfo(id)?.importers ?? [];
        this.error(`${importers.join(', ')} imports a module of Node, and the build runs in browsers`);
      }
    },
  };
}
