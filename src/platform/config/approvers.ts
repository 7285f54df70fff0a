import { z } from 'zod';
import { readName } from '../../core/text.js';

/** Names of people, such as `ada,ben`, each once. */
export const names = z.string().transform((text, check): string[] => {
  const found: string[] = [];
  for (const part of text.split(',')) {
    const { text: name, fault } = readName(part);
    if (name === null) check.addIssue(fault ?? 'is not a name');
    else if (name === '') check.addIssue('has an empty name');
    else if (found.includes(name)) check.addIssue(`names ${name} twice`);
    else found.push(name);
  }
  return found;
});
