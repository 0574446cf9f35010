/** Labels of one series, for example `{ route: '/api/v2/validate' }`. Values are few and never what a caller wrote. */
export type Labels = Readonly<Record<string, string>>;

/** What Prometheus reads: a name, its kind, and lines (text exposition format 0.0.4). */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  lines(): string[] | Promise<string[]>;
}

/** Answers a whole page of metrics. A metric whose value cannot be read is left out. */
export async function exposition(metrics: readonly Metric[], onError: (error: unknown) => void): Promise<string> {
  const parts: string[] = [];
  for (const metric of metrics) {
    try {
      const lines = await metric.lines();
      parts.push(`# HELP ${metric.name} ${metric.help}`, `# TYPE ${metric.name} ${metric.type}`, ...lines);
    } catch (error) {
      onError(error);
    }
  }
  return `${parts.join('\n')}\n`;
}

const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

function series(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

/** Counts what only grows. */
export class Counter implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #values = new Map<string, { readonly labels: Labels; value: number }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels = {}, amount = 1): void {
    const key = JSON.stringify(labels);
    const held = this.#values.get(key);
    if (held) held.value += amount;
    else this.#values.set(key, { labels, value: amount });
  }

  lines(): string[] {
    return [...this.#values.values()].map(({ labels, value }) => series(this.name, labels, value));
  }
}

/** A value that is read when it is asked for; null where there is none. */
export class Gauge implements Metric {
  readonly type: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  readonly #read: () => number | null | Promise<number | null>;

  /** @param type counter, for a value that only grows and is counted elsewhere */
  constructor(
    name: string,
    help: string,
    read: () => number | null | Promise<number | null>,
    type: 'gauge' | 'counter' = 'gauge',
  ) {
    this.name = name;
    this.help = help;
    this.#read = read;
    this.type = type;
  }

  async lines(): Promise<string[]> {
    const value = await this.#read();
    return value === null ? [] : [series(this.name, {}, value)];
  }
}

type Observed = { readonly labels: Labels; readonly counts: number[]; sum: number; count: number };

/** Counts how many values lie below each bound. */
export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Observed>();

  /** @param bounds ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = JSON.stringify(labels);
    const held = this.#series.get(key) ?? { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, held);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) held.counts[bucket]! += 1;
    held.sum += value;
    held.count += 1;
  }

  lines(): string[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => {
      let below = 0;
      const buckets = this.#bounds.map((bound, index) => {
        below += counts[index]!;
        return series(`${this.name}_bucket`, { ...labels, le: String(bound) }, below);
      });
      return [
        ...buckets,
        series(`${this.name}_bucket`, { ...labels, le: '+Inf' }, count),
        series(`${this.name}_sum`, labels, sum),
        series(`${this.name}_count`, labels, count),
      ];
    });
  }
}
