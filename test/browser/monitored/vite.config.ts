import { defineConfig } from 'vite';

/** Builds `page.js` as `dist/monitored.js`, as `page.js` says. */
// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { lib: { entry: 'page.js', formats: ['es'], fileName: () => 'monitored.js' } },
});
