import { defineConfig } from 'vite';

/** Builds `page.ts` as one file. The test names the folder on the command line. */
// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { emptyOutDir: true, lib: { entry: 'page.ts', formats: ['es'], fileName: () => 'monitored.js' } },
});
