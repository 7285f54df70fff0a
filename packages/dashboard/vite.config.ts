import { defineConfig } from 'vite';
import { browserOnly } from './build/browser-only.ts';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { devServer } from './build/dev-server.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { pageFiles } from './build/page-files.ts';

/** The placeholder that the API replaces with the nonce of each answer (`api/pages/dashboard.ts`). */
const NONCE = '__CSP_NONCE__';

/** What lies above a page: dialogs, menus, lists to choose from. */
const OVERLAYS =
  /floating-ui|components\/(?:Modal|ModalBase|Popover|Tooltip|Combobox|Select|ScrollArea|Portal|Overlay|FocusTrap)\//;

/** What pages are made of, but for what few of them load. */
const PARTS = /src\/parts\/(?!SecondStep|Secret|Totp|DialogWindow)|EarningsTable|components\/List\//;

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
    // One style sheet: in parts it has the same size, and more round trips.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // `budget` names files that are too large.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, as each costs a round trip: the code of every page, from libraries and ours; what most pages are made of;
          // and what opens when a member acts. With code that two share, a list of earnings loaded the dialogs of keys.
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            { name: 'parts', test: PARTS, priority: 3 },
            { name: 'overlays', test: OVERLAYS, priority: 2 },
            { name: 'forms', minShareCount: 5, priority: 1 },
          ],
        },
      },
      // Libraries mark what runs in a browser. Everything does here.
      onLog: (level, log, pass) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : pass(level, log)),
    },
  },
  plugins: [devServer(), mantineStyles(), browserOnly(), pageFiles(), budget({ firstPageKilobytes: 230 }), compress()],
});
