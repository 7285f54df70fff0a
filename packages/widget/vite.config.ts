import { defineConfig } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  build: {
    outDir: '../../dist/widget',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    reportCompressedSize: false,
    // One file, which the API serves as `/widget.js` (`api/pages/widget.ts`).
    lib: { entry: 'src/element.ts', formats: ['es'], fileName: () => 'widget.js' },
  },
});
