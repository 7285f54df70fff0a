import { readFileSync } from 'node:fs';

/**
 * The shell commands of a document's section, as one script.
 *
 * @param heading the text behind `##`.
 * @throws {Error} when there is no such section, or no command in it.
 */
export function commandsOf(file: string, heading: string): string {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(`\n## ${heading}\n`);
  if (from === -1) throw new Error(`${file} has no section "${heading}"`);
  const until = text.indexOf('\n## ', from + 1);
  const section = text.slice(from, until === -1 ? undefined : until);
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  if (blocks.length === 0) throw new Error(`${file}: "${heading}" has no commands`);
  return blocks.join('\n');
}
