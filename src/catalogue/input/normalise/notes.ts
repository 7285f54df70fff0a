/** A member of an event that the import left out or changed, or a warning about it. */
export interface MemberNote {
  /** Path of the member in the input, for example `offers.price`. */
  member: string;
  /** The original value, at most 100 characters. */
  value: string;
  reason: string;
  /** True: the member was imported, and people should check it. */
  kept?: boolean;
}

const LONGEST_VALUE = 100;

export class MemberNotes {
  readonly all: MemberNote[] = [];

  add(member: string, value: unknown, reason: string): void {
    this.all.push({ member, value: shown(value), reason });
  }

  warn(member: string, value: unknown, reason: string): void {
    this.all.push({ member, value: shown(value), reason, kept: true });
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const short = text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
  // After the cut, which can halve a character.
  return short.replace(/[\p{Control}\p{Surrogate}]/gu, ' ');
}
