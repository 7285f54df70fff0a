import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { groupBy } from '../../src/core/group-by.js';

/** Commit subjects since this commit are checked. */
const SINCE = 'd0e808778906bd32b8048d71ec9471fa3a0b7642';
const FOLDERS = ['api', 'src', 'workflows', 'activities', 'worker', 'packages', 'bench', 'tools', 'test'];
/** Constructions per 1,000 words of a room. Well-kept code bases have 0 to 2. */
const MAX_RATE = 4;
/** A room may always have this many: one construction in a hundred words is no rate. */
const ALWAYS_ALLOWED = 2;

/** Constructions that hide the subject of a sentence, each with the advice that the lint prints. */
const CONSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [
    /\bwhat (?:is|was|are|were|waits?|waited|has|had|comes?|came|cannot|can|it|they|nobody|somebody|an?|the|each|else|follows?)\b/gi,
    'use a noun instead of a "what" clause',
  ],
  [/\b(?:those|that|one) (?:that|of|which|who|whose)\b/gi, 'repeat the noun'],
  [/\bof which\b|\bin which\b|\bwithin which\b|\bafter which\b/gi, 'start a new sentence'],
  [/\bwhoever\b|\bwhichever\b|\bwhosoever\b|\bnobody\b|\bsomebody\b/gi, 'name the person or process'],
  [/\bmeanwhile\b|\bthereafter\b|\bby then\b|\bat first\b/gi, 'give the time or the event'],
  [/\bbeside\b/gi, 'use "next to", "compared with" or "during"'],
  [/\bso (?:many|much|long|large|few)\b/gi, 'give the number'],
  [/\bby (?:itself|themselves|oneself)\b|\bof (?:its|their) own accord\b/gi, 'use "alone" or "automatically"'],
  [/\b(?:is|are|was|were) to be\b/gi, 'use "must"'],
  [
    /\b(?:hears?|heard|tells?|told|telling|learns?|fares?|judged?|judges|knows of|asks again)\b/gi,
    'programs receive, send, read or compute',
  ],
  [/\bas (?:it|they) (?:was|were|is|are|should)\b/gi, 'name the state'],
  [/(?:^|[.!?]\s+)(?:Of|Behind|Beside|Whose|Of what|Whom|With what|In whose)\b/g, 'start with the subject'],
  [/\ball the same\b|\bno longer than\b|\bat all events\b|\bmerely\b/gi, 'delete it, or give the bound'],
];

export interface CheckedText {
  /** A folder such as `src/orders`, or `commit subjects`. */
  room: string;
  /** The file, or `commit` and an abbreviated hash. */
  where: string;
  text: string;
}

/** The constructions of a text, each with the advice how to write it. */
export function findConstructions(text: string): { found: string; advice: string }[] {
  return CONSTRUCTIONS.flatMap(([pattern, advice]) =>
    (text.match(pattern) ?? []).map((found) => ({ found: found.replace(/^[.!?]\s+/, ''), advice })),
  );
}

/** Comments and, in tests, titles of a TypeScript file, with white space folded. */
export function textsOf(file: string, source: string): string[] {
  const comments = [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|[\s;{(,])\/\/(?!\/)\s?([^\n]*)/g)].map((match) =>
    (match[1] ?? match[2] ?? '')
      .replace(/^\s*\*\s?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const titles = [
    ...source.matchAll(/\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g),
  ];
  return [
    ...comments.filter((comment) => comment !== '' && !/^(biome-ignore|@ts-)/.test(comment)),
    ...(file.startsWith('test/') ? titles.map((match) => String(match[2])) : []),
  ];
}

/** For each room above `MAX_RATE` a fault for each sentence, and their rate. */
export function findPlainEnglishFaults(texts: readonly CheckedText[]): string[] {
  return [...groupBy(texts, ({ room }) => room)].flatMap(([room, ofRoom]) => {
    const words = ofRoom.reduce((sum, { text }) => sum + (text.match(/[A-Za-z’']+/g) ?? []).length, 0);
    const faults = ofRoom.flatMap(({ where, text }) =>
      findConstructions(text).map(({ found, advice }) => `${where}: "${found}": ${advice}\n    ${text.slice(0, 200)}`),
    );
    const rate = (faults.length / Math.max(words, 1)) * 1000;
    if (rate <= MAX_RATE || faults.length <= ALWAYS_ALLOWED) return [];
    return [...faults, `${room}: ${rate.toFixed(1)} tangled constructions per 1,000 words, ${MAX_RATE} are allowed`];
  });
}

/** All comments and test titles, and the commit subjects since `SINCE`; without subjects in a clone without that commit. */
export function readTexts(root: string): CheckedText[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  const texts = git('ls-files', '-co', '--exclude-standard', '--', ...FOLDERS)
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/generated|\.d\.ts$/.test(file) && existsSync(`${root}/${file}`))
    .flatMap((file) =>
      textsOf(file, readFileSync(`${root}/${file}`, 'utf8')).map((text) => ({ room: roomOf(file), where: file, text })),
    );
  return [...texts, ...readSubjects(git)];
}

function readSubjects(git: (...args: string[]) => string): CheckedText[] {
  let log: string;
  try {
    log = git('log', '--no-merges', '--format=%h %s', `${SINCE}..HEAD`);
  } catch {
    return [];
  }
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const end = line.indexOf(' ');
      return { room: 'commit subjects', where: `commit ${line.slice(0, end)}`, text: line.slice(end + 1) };
    });
}

/** The first two folders of the product's files, the first of all others. */
function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, ['src', 'api', 'packages'].includes(folders[0] ?? '') ? 2 : 1).join('/');
}
