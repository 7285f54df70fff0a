import type { Plugin } from 'vite';

/**
 * The server of `npm run dev`, from which the API takes pages and modules (`DASHBOARD_DEV_PORT`, set by `tools/dev`).
 * The page gets changes from it directly. Libraries are bundled together there, so components cannot bring their own
 * styles.
 */
export function devServer(port = Number(process.env.DASHBOARD_DEV_PORT ?? 0)): Plugin {
  return {
    name: 'dev-server',
    apply: 'serve',
    config: () => ({
      server: { host: '127.0.0.1', port, strictPort: true, ws: { host: '127.0.0.1', clientPort: port } },
    }),
    transform: {
      filter: { id: /\/src\/main\.tsx$/ },
      handler: (code) => ({ code: `import '@mantine/core/styles.layer.css';\n${code}`, map: null }),
    },
  };
}
