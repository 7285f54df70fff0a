/** Counts what this process did, in plain numbers; the metrics read them when somebody asks. Labels are names of ours. */
export class Tally {
  private readonly counts = new Map<string, Map<string, number>>();

  /** @param label the one value that tells apart what is counted under a name. */
  add(name: string, label: string, by = 1): void {
    const labels = this.counts.get(name) ?? new Map<string, number>();
    labels.set(label, (labels.get(label) ?? 0) + by);
    this.counts.set(name, labels);
  }

  of(name: string): ReadonlyMap<string, number> {
    return this.counts.get(name) ?? new Map();
  }
}
