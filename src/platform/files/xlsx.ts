import { escapeXml, XML_DECLARATION } from '../../core/xml.js';
import { zipFile } from './zip.js';

/** A text stays the text that it is; null is an empty cell. */
export type XlsxCell = string | null | { number: string };

export interface XlsxTable {
  /** The name of the sheet: at most 31 characters, without `[ ] : * ? / \`. */
  name: string;
  header: readonly string[];
  /** Pages of rows. A sheet holds 1,048,575 of them. */
  rows: AsyncIterable<readonly (readonly XlsxCell[])[]>;
  madeAt: Date;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const TYPES = `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/></Types>`;

const relationships = (...parts: [type: string, target: string][]): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${parts
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Cell formats by their place in `cellXfs`. Cells with text have the format Text, so that a spreadsheet converts nothing when they are edited. */
const TEXT = 1;
const HEADER = 2;
/** By the number of decimals. */
const NUMBERS: Record<number, number> = { 0: 3, 2: 4, 3: 5 };
const FORMATS = [
  ...['numFmtId="0"', 'numFmtId="49" applyNumberFormat="1"', 'numFmtId="49" fontId="1" applyNumberFormat="1"'],
  ...[
    'numFmtId="3" applyNumberFormat="1"',
    'numFmtId="4" applyNumberFormat="1"',
    'numFmtId="164" applyNumberFormat="1"',
  ],
];
const STYLES = `${XML_DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${FORMATS.length}">${FORMATS.map((format) => `<xf ${format} xfId="0"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const MOST_CHARACTERS = 32_767;

const textCell = (text: string, format = TEXT): string => {
  // `_x0041_` is the format's own escape for `A`.
  const literal = text.slice(0, MOST_CHARACTERS).replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  return `<c s="${format}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(literal)}</t></is></c>`;
};

function toCell(cell: XlsxCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return textCell(cell);
  const [, decimals = ''] = cell.number.split('.');
  return `<c s="${NUMBERS[decimals.length] ?? 0}"><v>${cell.number}</v></c>`;
}

async function* sheet({ header, rows }: XlsxTable): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="18" customWidth="1"/></cols><sheetData><row>${header.map((title) => textCell(title, HEADER)).join('')}</row>`;
  for await (const page of rows) yield page.map((row) => `<row>${row.map(toCell).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

/** A workbook with one sheet (ECMA-376), written while its rows are read. */
export function xlsxFile(table: XlsxTable): AsyncGenerator<Uint8Array> {
  const workbook = `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(table.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts: [name: string, content: Iterable<string> | AsyncIterable<string>][] = [
    ['[Content_Types].xml', [TYPES]],
    ['_rels/.rels', [relationships(['officeDocument', 'xl/workbook.xml'])]],
    ['xl/workbook.xml', [workbook]],
    ['xl/_rels/workbook.xml.rels', [relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])]],
    ['xl/styles.xml', [STYLES]],
    ['xl/worksheets/sheet1.xml', sheet(table)],
  ];
  return zipFile(
    parts.map(([name, content]) => ({ name, content, compress: true })),
    { madeAt: table.madeAt },
  );
}
