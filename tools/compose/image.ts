import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The result of the Dockerfile's last stage. */
export interface Image {
  /** Stands for `/`. */
  root: string;
  /** The folder of the commands. */
  workdir: string;
  env: Record<string, string>;
  command: string[];
}

interface Stage extends Image {
  name: string;
}

/**
 * Carries out the Dockerfile's instructions without containers: each stage is a folder that stands for `/`. It sees
 * only what `.dockerignore` lets in. The base image is this machine's Node.
 *
 * A target that was completed before is used again.
 *
 * @param owner `user:group` in place of `node:node`; undefined: files stay ours.
 * @throws {Error} when a command fails, a file is missing, or an instruction is not known here.
 */
export function makeImage(options: { project: string; target: string; owner: string | undefined }): Image {
  const { project, target, owner } = options;
  const admitted = readFileSync(join(project, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const mark = join(target, 'complete');
  const isMade = existsSync(mark);
  const stages: Stage[] = [];
  for (const { word, rest } of instructionsOf(readFileSync(join(project, 'Dockerfile'), 'utf8'))) {
    const stage = stages.at(-1) as Stage;
    if (word === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? 'final';
      const root = join(target, name);
      for (const folder of ['usr/local/bin', 'var/lib']) mkdirSync(join(root, folder), { recursive: true });
      stages.push({ name, root, workdir: root, env: {}, command: [] });
    } else if (word === 'WORKDIR') {
      stage.workdir = join(stage.root, rest);
      mkdirSync(stage.workdir, { recursive: true });
    } else if (word === 'ENV') {
      const pairs = /(\w+)=(?:"([^"\\]*)"|([^"\s]*))(?:\s+|$)/g;
      if (rest.replace(pairs, '') !== '') throw new Error(`Dockerfile: ENV ${rest} is not known here`);
      for (const [, name = '', quoted, plain] of rest.matchAll(pairs)) stage.env[name] = quoted ?? plain ?? '';
    } else if (isMade && (word === 'COPY' || word === 'RUN')) {
      // Done by the run before.
    } else if (word === 'COPY') {
      copy(rest.split(/\s+/), { stage, stages, project, admitted });
    } else if (word === 'RUN') {
      const command = within(rest, stage.root).replace(
        'node:node',
        owner ?? `${process.getuid?.()}:${process.getgid?.()}`,
      );
      execFileSync('sh', ['-ec', command], {
        cwd: stage.workdir,
        env: environmentOf(stage),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    } else if (word === 'CMD') {
      stage.command = JSON.parse(rest);
    } else if (!['USER', 'EXPOSE', 'ARG'].includes(word)) {
      throw new Error(`Dockerfile: ${word} is not known here`);
    }
  }
  writeFileSync(mark, '');
  return stages.at(-1) as Stage;
}

/** The environment of a process in the image: nothing of ours but where programs are found. */
export function environmentOf({ root, env }: Pick<Image, 'root' | 'env'>): NodeJS.ProcessEnv {
  const placed = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, within(value, root)]));
  const { HOME, npm_config_registry, npm_config_cache } = process.env;
  const PATH = `${join(root, 'usr/local/bin')}:${dirname(process.execPath)}:${process.env.PATH}`;
  return { HOME, npm_config_registry, npm_config_cache, ...placed, PATH };
}

/** Absolute paths of the image as paths on this machine. */
function within(text: string, root: string): string {
  return text.replace(/(^|[\s"'=])\/(?=(?:app|usr\/local|var\/lib)\b)/g, `$1${root}/`);
}

function copy(words: string[], from: { stage: Stage; stages: Stage[]; project: string; admitted: string[] }): void {
  const other = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() as string;
  for (const source of words) {
    const origin = from.stages.find(({ name }) => name === other);
    if (!origin && !from.admitted.some((path) => source === path || source.startsWith(`${path}/`))) {
      throw new Error(`.dockerignore does not let ${source} in`);
    }
    const file = origin ? join(origin.root, source) : join(from.project, source);
    const place = join(from.stage.workdir, target, target.endsWith('/') ? (source.split('/').at(-1) as string) : '');
    cpSync(file, place, { recursive: true, verbatimSymlinks: true });
  }
}

function instructionsOf(dockerfile: string): { word: string; rest: string }[] {
  const lines = dockerfile.split('\n').filter((line) => !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim()))
    .flatMap((found) => (found ? [{ word: found[1] as string, rest: found[2] as string }] : []));
}
