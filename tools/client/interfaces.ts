/** A member of an interface, with its comment. */
export interface Member {
  name: string;
  text: string;
}

export interface Interface {
  name: string;
  comment: string;
  members: readonly Member[];
}

/** Members that several interfaces have in the same words: each of those interfaces extends this one. */
export interface Shared {
  name: string;
  comment: string;
  members: readonly string[];
}

/**
 * Interfaces as TypeScript, with the shared ones first. A shared interface that is among `interfaces` is written once.
 *
 * @throws {Error} when no interface has all members of a shared one.
 */
export function writeInterfaces(interfaces: readonly Interface[], shared: readonly Shared[]): string[] {
  const bases = shared.map(({ name, comment, members }): Interface => {
    const first = interfaces.find((type) => members.every((member) => type.members.some((own) => own.name === member)));
    if (!first) throw new Error(`no interface has all members of ${name}`);
    return { name, comment, members: first.members.filter((member) => members.includes(member.name)) };
  });
  const known = new Set(interfaces.map(({ name }) => name));
  return [...bases.filter(({ name }) => !known.has(name)), ...interfaces].map((type) => writeInterface(type, bases));
}

function writeInterface({ name, comment, members }: Interface, bases: readonly Interface[]): string {
  const extended: string[] = [];
  let own = members;
  for (const base of bases) {
    const texts = new Set(base.members.map(({ text }) => text));
    const rest = own.filter(({ text }) => !texts.has(text));
    if (base.name === name || own.length - rest.length < texts.size) continue;
    extended.push(base.name);
    own = rest;
  }
  if (own.length === 0) return `${comment}export type ${name} = ${extended.join(' & ')};\n`;
  const heritage = extended.length > 0 ? ` extends ${extended.join(', ')}` : '';
  return `${comment}export interface ${name}${heritage} {\n${own.map(({ text }) => text).join('')}}\n`;
}
