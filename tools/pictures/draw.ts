import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/catalogue/generated/random.js';
import { CATEGORIES, picturePath, VARIATIONS } from '../../src/catalogue/rules/pictures.js';
import { startBrowser } from '../../test/support/system/browser.js';
import { HEIGHT, MOTIFS, PALETTES, type Palette, WIDTH } from './motifs.js';

type PaletteName = keyof typeof PALETTES;

/** One for each variation. */
const COLOURS: Record<string, readonly PaletteName[]> = {
  music: ['midnight', 'ember', 'teal', 'violet'],
  nightlife: ['violet', 'ink', 'plum', 'midnight'],
  theatre: ['ember', 'plum', 'teal', 'midnight'],
  comedy: ['sky', 'sand', 'plum', 'forest'],
  classical: ['plum', 'forest', 'ink', 'ember'],
  sports: ['forest', 'sky', 'ember', 'teal'],
  food: ['teal', 'sand', 'forest', 'blush'],
  conference: ['sky', 'violet', 'teal', 'ink'],
  art: ['sand', 'blush', 'teal', 'ink'],
  family: ['sky', 'forest', 'blush', 'plum'],
  film: ['ink', 'ember', 'midnight', 'teal'],
  dance: ['blush', 'midnight', 'ember', 'violet'],
  education: ['sand', 'teal', 'sky', 'forest'],
};

/** Draws the pictures of sample and demonstration events into `api/pages/pictures`. The same script draws the same pictures. */
async function main(): Promise<void> {
  const folder = join(__dirname, '../../api/pages/pictures');
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  for (const [index, category] of CATEGORIES.entries()) {
    for (let variation = 1; variation <= VARIATIONS; variation += 1) {
      const palette = PALETTES[COLOURS[category]?.[variation - 1] ?? 'sky'];
      await page.setContent(svg(category, palette, new Random(index * 100 + variation)));
      const file = join(
        folder,
        picturePath(category, variation - 1)
          .split('/')
          .pop() ?? '',
      );
      writeFileSync(file, await page.screenshot({ type: 'jpeg', quality: 70 }));
    }
  }
  await browser.close();
}

function svg(category: string, palette: Palette, random: Random): string {
  const [from, to] = palette;
  return `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" style="display:block">
<linearGradient id="ground" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>${MOTIFS[category]?.(palette, random) ?? ''}</svg>`;
}

void main();
