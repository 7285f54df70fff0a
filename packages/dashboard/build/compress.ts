import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const SMALL = 1_024;
const TEXT = /\.(?:js|css|svg)$/;

/** Writes a `.gz` and a `.br` for each text of the build, which the API sends to browsers that take them. */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName));
      await Promise.all(
        texts.map(async (text) => {
          const content = Buffer.from(text.type === 'chunk' ? text.code : text.source);
          if (content.length < SMALL) return;
          const [zipped, brotli] = await Promise.all([
            promisify(gzip)(content, { level: 9 }),
            promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          ]);
          const path = join(dir, text.fileName);
          await Promise.all([writeFile(`${path}.gz`, zipped), writeFile(`${path}.br`, brotli)]);
        }),
      );
    },
  };
}
