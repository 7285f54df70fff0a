import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type StripeObject = { id: string; object: string } & Record<string, unknown>;

/** An object with whose it is: of a connected account, or '' for the platform's own. */
export interface Stored<T extends StripeObject = StripeObject> {
  account: string;
  value: T;
}

/**
 * Everything that the stand-in knows. Each change is a line of a journal, written before the answer: a process that is killed reads
 * it again and goes on.
 */
export class Store {
  private readonly objects = new Map<string, Stored>();
  private readonly kinds = new Map<string, Map<string, Stored>>();
  private pending: string[] = [];

  /** @param file of the journal; undefined: nothing survives. */
  constructor(private readonly file: string | undefined) {
    if (!file || !existsSync(file)) return;
    const journal = readFileSync(file, 'utf8');
    // A process that was killed may have left half a line: its call was not answered.
    if (!journal.endsWith('\n')) appendFileSync(file, '\n');
    for (const line of journal.split('\n')) {
      const stored = parse(line);
      if (stored) this.keep(stored);
    }
  }

  put<T extends StripeObject>(account: string, value: T): T {
    const stored = { account, value };
    this.keep(stored);
    this.pending.push(JSON.stringify(stored));
    return value;
  }

  /** Writes the objects put since the last time. */
  commit(): void {
    if (this.file && this.pending.length > 0) appendFileSync(this.file, `${this.pending.join('\n')}\n`);
    this.pending = [];
  }

  find<T extends StripeObject>(object: string, id: string, account?: string): T | undefined {
    const found = this.objects.get(id);
    if (!found || found.value.object !== object) return undefined;
    return account === undefined || found.account === account ? (found.value as T) : undefined;
  }

  accountOf(id: string): string {
    return this.objects.get(id)?.account ?? '';
  }

  /** Objects of one kind, the oldest first. */
  all<T extends StripeObject>(object: string, account?: string): T[] {
    const found: T[] = [];
    for (const stored of this.kinds.get(object)?.values() ?? []) {
      if (account === undefined || stored.account === account) found.push(stored.value as T);
    }
    return found;
  }

  private keep(stored: Stored): void {
    const { id, object } = stored.value;
    this.objects.set(id, stored);
    const kind = this.kinds.get(object) ?? new Map<string, Stored>();
    this.kinds.set(object, kind.set(id, stored));
  }
}

function parse(line: string): Stored | null {
  try {
    return line === '' ? null : (JSON.parse(line) as Stored);
  } catch {
    return null;
  }
}
