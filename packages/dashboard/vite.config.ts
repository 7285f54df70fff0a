import { defineConfig } from 'vite';
import { browserOnly } from './build/browser-only.ts';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { devServer } from './build/dev-server.ts';
import { mantineStyles } from './build/mantine-styles.ts';

/** The placeholder that the API replaces with the nonce of each answer (`api/pages/dashboard.ts`). */
const NONCE = '__CSP_NONCE__';

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  base: '/dashboard/',
  html: { cspNonce: NONCE },
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses, which the policy refuses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // `budget` names files that are too large.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, as each costs a round trip: the code of the first page, from libraries and ours, and the code
          // that five or more others share. With code that two share, a list of earnings loaded the dialogs of keys.
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'parts', minShareCount: 5, priority: 1 },
          ],
        },
      },
      // Libraries mark what runs in a browser. Everything does here.
      onLog: (level, log, pass) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : pass(level, log)),
    },
  },
  plugins: [devServer(), mantineStyles(), browserOnly(), budget({ firstPageKilobytes: 250 }), compress()],
});
