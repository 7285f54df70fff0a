import { PdfFonts } from '../../../src/platform/pdf/fonts.js';
import { mixedLines } from '../../../src/platform/pdf/mixed-lines.js';
import { PdfPages } from '../../../src/platform/pdf/pdf-pages.js';
import { describeWithPdfReaders, pdfPages, pdfStructure, pdfText, pdfUaFaults } from '../../support/read/pdf.js';

const NAMES = ['Łódź Tickets Sp. z o.o.', 'Ţară și Ștefan', 'Θέατρο Ελλάδα', 'Київський театр', 'Đặng Thị', 'नमस्ते'];

const fonts = new PdfFonts();

function newPages(): PdfPages {
  return new PdfPages({
    fonts,
    title: 'A sample & <more>',
    language: 'en-GB',
    author: 'Service & Söhne',
    createdAt: new Date('2026-11-01T00:00:00Z'),
    footer: (page, pages) => `Sample, page ${page} of ${pages}`,
  });
}

function sample(rows: number): Promise<Buffer> {
  const pages = newPages();
  pages.heading(1, 'A sample');
  pages.blocks([
    { label: 'From', lines: NAMES },
    { label: 'To', lines: ['株式会社チケット', 'cmp_1'] },
  ]);
  pages.facts([
    ['Number', 'ST-7'],
    ['Remark', 'Zażółć gęślą jaźń. '.repeat(30)],
  ]);
  pages.rule();
  pages.paragraph('The terms', { link: 'https://service.example/terms' });
  pages.figure('A square', { width: 60, height: 60 }, (drawing, x, y) => drawing.rect(x, y, 60, 60).fill());
  pages.heading(2, 'Lines');
  const table = pages.table([
    { title: 'Line', share: 2 },
    { title: 'Event', share: 2, wraps: true },
    { title: 'Sum', share: 1, align: 'right' },
  ]);
  for (let row = 0; row < rows; row += 1) table.row([`row-${row}`, row === 1 ? 'word '.repeat(40) : '', '1.00']);
  table.end();
  return pages.bytes();
}

describeWithPdfReaders('pages', () => {
  test('conform to PDF/UA-1 by the word of veraPDF, over several pages', async () => {
    expect(pdfUaFaults(await sample(80))).toEqual([]);
  });

  test('are read in their written form: every script of the font, each page numbered', async () => {
    const pdf = await sample(80);
    const text = pdfText(pdf);
    for (const name of NAMES) expect(text).toContain(name);
    for (let row = 0; row < 80; row += 1) expect(text).toMatch(new RegExp(`row-${row}\\s`));
    const pages = pdfPages(pdf);
    expect(pages).toBeGreaterThan(2);
    for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Sample, page ${page} of ${pages}`);
  });

  test('are tagged: headings, both kinds of header cells, a link, the words of a picture', async () => {
    const pdf = await sample(80);
    const structure = pdfStructure(pdf);
    expect(structure).toMatch(/^Document\n {2}H1/);
    expect(structure).toMatch(/H2 .*\n {4}"Lines"/);
    expect(structure).toMatch(/TH:\s+\/Scope \/Row\s+"Number"/);
    // Once, though each page shows the head again.
    expect(structure.match(/TH:\s+\/Scope \/Column\s+"Event"/g)).toHaveLength(1);
    expect(structure).toMatch(/Link .*\n\s+"The terms"\n\s+Object/);
    expect(pdf.toString('latin1')).toMatch(/\/Alt \(A square\)/);
  });

  test('a paragraph of another script goes to the next page with its tag', async () => {
    const pages = newPages();
    for (let i = 0; i < 60; i += 1) pages.paragraph(`東京の夜 ${i}`, { size: 16 });
    const pdf = await pages.bytes();
    expect(pdfPages(pdf)).toBeGreaterThan(1);
    expect(pdfText(pdf)).toContain('東京の夜 59');
    expect(pdfUaFaults(pdf)).toEqual([]);
  });
});

test('letters without a font are reported, and never drawn without a glyph; pictures are left out', () => {
  expect(fonts.isPrintable('Łódź & Söhne, Київ, 株式会社, 张伟, 김민수, محمد, נועה, สมชาย, प्रिया')).toBe(true);
  expect(fonts.isPrintable('Երևան, თბილისი, ঢাকা, தமிழ், ಬೆಂಗಳೂರು, ភ្នំពេញ, ວຽງຈັນ, ရန်ကုန်, አዲስ አበባ')).toBe(true);
  expect(fonts.isPrintable('ᠮᠣᠩᠭᠣᠯ')).toBe(false);
  expect(fonts.printable('a\u00a0b\u202fc\nᠮ')).toBe('a b c \ufffd');
  expect(fonts.printable('Jazz 🎉❤️')).toBe('Jazz ');
  expect(fonts.printable('Jazz ★ → Night 🎷 Live, 𝕁𝕒𝕫𝕫')).toBe('Jazz Night Live, Jazz');
  // Composed, so that a letter with its mark is one glyph.
  expect(fonts.printable('Ło\u0301dz\u0301')).toBe('Łódź');
});

test('a letter is a glyph of its own, so that no reader loses one when an id is copied', () => {
  const glyphs = (text: string) =>
    (fonts.font('NotoSans', 'regular').layout(text) as unknown as { glyphs: object[] }).glyphs;
  expect(glyphs('ffi')).toHaveLength(3);
});

test('marks without a place on their letter are still set', () => {
  for (const text of ['\u0600\u0610\u0600', 'મ૯ળ્૯', 'ਗੑ', 'គំ០ឞ', 'ຟະ຺ີຏ', 'இஂ']) {
    expect(fonts.unprintable(text)).toEqual([]);
    for (const width of [Infinity, 20]) {
      const lines = mixedLines(fonts, { text, weight: 'bold', size: 10, width });
      expect(lines.map((line) => line.text).join('')).toBe(text);
    }
  }
});

test('lines of mixed scripts are in the order of the page, and Han characters in the font of their language', () => {
  const lines = (text: string, width = Infinity) => mixedLines(fonts, { text, weight: 'regular', size: 10, width });
  const [hebrew] = lines('לילה (2026) Jazz');
  // In reading order within a piece; its font turns it.
  expect(hebrew?.pieces.map(({ text }) => text)).toEqual(['Jazz', '( ', '2026', 'לילה )']);
  expect(lines('東京の夜')[0]?.pieces[0]?.family).toBe('NotoSansJP');
  expect(lines('我们的夜晚')[0]?.pieces[0]?.family).toBe('NotoSansSC');
  expect(lines('한국 漢字')[0]?.pieces[0]?.family).toBe('NotoSansKR');
  // Neither Thai nor Japanese has spaces to break at; no line begins with a closing mark.
  for (const text of ['เทศกาลดนตรีแจ๊สกรุงเทพ', '東京「星と夜の音楽会」特別公演']) {
    const broken = lines(text, 60);
    expect(broken.length).toBeGreaterThan(1);
    expect(broken.map((line) => line.text).join('')).toBe(text);
    for (const line of broken) expect([line.width <= 60, /^[」、。]/.test(line.text)]).toEqual([true, false]);
  }
});

test('the same content is the same bytes, whatever was printed before', async () => {
  const first = await sample(3);
  const other = newPages();
  other.paragraph('another\u00a0text, ŁÓDŹ');
  await other.bytes();
  expect((await sample(3)).equals(first)).toBe(true);
  expect((await sample(4)).equals(first)).toBe(false);
});
