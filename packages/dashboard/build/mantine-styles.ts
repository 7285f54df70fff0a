import type { Plugin } from 'vite';

const NAMES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * Lets each of Mantine's components bring its own style sheet, so that a page loads only the styles of its components.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    transform: {
      filter: { id: NAMES },
      handler(code, id) {
        const [, component] = NAMES.exec(id) ?? [];
        return { code: `import '@mantine/core/styles/${component}.layer.css';\n${code}`, map: null };
      },
    },
  };
}
