import { Counter, Gauge, type Registry } from 'prom-client';

type Reading = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric whose value is read on each scrape. */
export interface WatchedMetric {
  /** A counter's name ends with `_total`; every other metric is a gauge. */
  name: string;
  help: string;
  labels?: readonly string[];
  /** The value; with labels a value for each of them, where values of the same labels add up. Null: the metric is absent. */
  read(): Readings | Promise<Readings>;
}

type Readings = number | null | Iterable<Reading>;

export function watch(registry: Registry, { name, help, labels = [], read }: WatchedMetric): void {
  const collect = async () => {
    const readings = await read();
    metric.reset();
    // Without labels, a reset leaves a 0.
    metric.remove({});
    const rows: Iterable<Reading> = typeof readings === 'number' ? [[{}, readings]] : (readings ?? []);
    for (const [of, value] of rows) metric.inc(of, value);
  };
  const options = { name, help, labelNames: labels, registers: [registry], collect };
  const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
}
