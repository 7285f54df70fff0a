import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

/** Code that calls an operation, as `x-codeSamples` of the OpenAPI document has it. */
export interface CodeSample {
  /** As blocks of Markdown name it. */
  lang: 'sh' | 'ts' | 'python';
  label: string;
  source: string;
}

/** A file of samples: what stands before each, and the sample of each operation, by its id. */
export interface SampleFile {
  lang: CodeSample['lang'];
  before: string;
  samples: ReadonlyMap<string, string>;
}

/** The text of TypeScript is no module: its samples use the same names again and again. */
const FILES = [
  { file: 'calls.sh', lang: 'sh', label: 'curl' },
  { file: 'calls.ts.txt', lang: 'ts', label: 'TypeScript' },
  { file: 'calls.py', lang: 'python', label: 'Python' },
] as const;

const MARK = /^(?:#|\/\/) sample: (\w+)\n/m;

function readFile(file: string, lang: CodeSample['lang']): SampleFile {
  const text = readFileSync(join(projectRoot(), 'api/documents/samples', file), 'utf8');
  const [before = '', ...rest] = text.split(MARK);
  const pairs = rest.flatMap((part, index) =>
    index % 2 === 0 ? [[part, (rest[index + 1] ?? '').trim()] as const] : [],
  );
  return { lang, before: before.replace(/^.* before each\n/, '').trim(), samples: new Map(pairs) };
}

/** The files of `api/documents/samples`; test/docs/samples runs them. */
export const readSampleFiles = (): SampleFile[] => FILES.map(({ file, lang }) => readFile(file, lang));

/** The samples of every operation that has some, by its id. */
export function readSamples(): ReadonlyMap<string, CodeSample[]> {
  const all = new Map<string, CodeSample[]>();
  for (const [index, { lang, before, samples }] of readSampleFiles().entries()) {
    const label = FILES[index]?.label ?? lang;
    for (const [id, body] of samples) {
      const names = [...before.matchAll(/\b(ORDER|CLIENT_ID|CLIENT_SECRET)\b/g)].map(([name]) => name);
      const unused = names.filter((name) => !body.includes(name));
      const start = unused.reduce((text, name) => text.replace(new RegExp(`,? ?\\b${name}\\b`), ''), before);
      const needed = lang === 'ts' && !/\bheaders\b/.test(body) ? start.replace(/^const headers.*\n?/m, '') : start;
      all.set(id, [...(all.get(id) ?? []), { lang, label, source: `${needed.trim()}\n\n${body}` }]);
    }
  }
  return all;
}
