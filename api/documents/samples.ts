import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/core/group-by.js';
import { projectRoot } from '../../src/platform/config/project-root.js';

/** A program that calls an operation, as `x-codeSamples` of the OpenAPI document has it. */
export interface CodeSample {
  /** As blocks of Markdown name it. */
  lang: 'sh' | 'ts' | 'python';
  label: string;
  source: string;
}

/** The text of TypeScript is no module: its samples use the same names again and again. */
const FILES = [
  { file: 'calls.sh', lang: 'sh', label: 'curl' },
  { file: 'calls.ts.txt', lang: 'ts', label: 'TypeScript' },
  { file: 'calls.py', lang: 'python', label: 'Python' },
] as const;

/** What stands before each sample, with a key or without one, and the sample of an operation. */
const MARK = /^(?:#|\/\/) (before each|sample)( without a key)?(?:: (\w+))?\n/m;

interface Part {
  /** Null for what stands before each sample. */
  id: string | null;
  isKeyless: boolean;
  text: string;
}

function readParts(file: string): Part[] {
  const pieces = readFileSync(join(projectRoot(), 'api/documents/samples', file), 'utf8').split(MARK);
  const parts: Part[] = [];
  // Split by three groups: after the first piece, each mark gives its kind, `without a key`, its id, and the text below it.
  for (let at = 1; at < pieces.length; at += 4) {
    const [isKeyless, id, text = ''] = pieces.slice(at + 1, at + 4);
    parts.push({ id: id ?? null, isKeyless: isKeyless !== undefined, text: text.trim() });
  }
  return parts;
}

/** `start` and `body` as one program: imports first, and only the used variables of the environment. */
function toProgram(start: string, body: string): string {
  const [, imports = '', rest = ''] = /^((?:import .*\n)*)\n?([\s\S]*)$/.exec(body) ?? [];
  const [, inCode, inShell] = /const \{ (.*) \} = process\.env|# export (.*)/.exec(start) ?? [];
  const [list, separator] = [inCode ?? inShell ?? '', inCode ? ', ' : ' '];
  const code = `${start.replace(list, '')}\n${rest}`;
  const used = list.split(separator).filter((name) => new RegExp(`\\b${/^\w*/.exec(name)}\\b`).test(code));
  const trimmed = start.replace(list, used.join(separator));
  return `${imports}${trimmed}\n\n${rest}`;
}

/** The samples of `api/documents/samples`, by the id of the operation; test/docs/samples runs them. */
export function readSamples(): ReadonlyMap<string, CodeSample[]> {
  const samples = FILES.flatMap(({ file, lang, label }) => {
    const parts = readParts(file);
    const startOf = (isKeyless: boolean) =>
      parts.find((part) => part.id === null && part.isKeyless === isKeyless)?.text ?? '';
    return parts.flatMap(({ id, isKeyless, text }) =>
      id === null ? [] : [{ id, sample: { lang, label, source: toProgram(startOf(isKeyless), text) } }],
    );
  });
  const groups = groupBy(samples, ({ id }) => id);
  return new Map([...groups].map(([id, own]) => [id, own.map(({ sample }) => sample)]));
}
