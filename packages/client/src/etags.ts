const MOST_ANSWERS = 100;
const MOST_CHARACTERS = 5_000_000;

export interface KeptAnswer {
  etag: string;
  text: string;
}

/** The last answers and their `ETag`, by address: the service does not send an unchanged answer again. */
export class Etags {
  private readonly kept = new Map<string, KeptAnswer>();
  private characters = 0;

  find(url: string): KeptAnswer | undefined {
    const found = this.kept.get(url);
    if (found) {
      // Moves it to the end: the first entry is forgotten next.
      this.kept.delete(url);
      this.kept.set(url, found);
    }
    return found;
  }

  /** Keeps an answer, and deletes the least recently used ones. */
  keep(url: string, answer: KeptAnswer): void {
    this.forget(url);
    this.kept.set(url, answer);
    this.characters += answer.text.length;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_ANSWERS && this.characters <= MOST_CHARACTERS) break;
      this.forget(oldest);
    }
  }

  private forget(url: string): void {
    this.characters -= this.kept.get(url)?.text.length ?? 0;
    this.kept.delete(url);
  }
}
