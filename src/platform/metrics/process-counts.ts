/** Counts what this process did; the metrics read the counts on each scrape. Labels are our own names. */
export class ProcessCounts {
  private readonly counts = new Map<string, Map<string, number>>();

  /** @param label the value that separates the counts of a name. */
  add(name: string, label: string, by = 1): void {
    const labels = this.counts.get(name) ?? new Map<string, number>();
    labels.set(label, (labels.get(label) ?? 0) + by);
    this.counts.set(name, labels);
  }

  of(name: string): ReadonlyMap<string, number> {
    return this.counts.get(name) ?? new Map();
  }
}
