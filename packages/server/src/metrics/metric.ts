/** A family of figures; what is asked for at a scrape. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): readonly Sample[];
}

export interface Sample {
  /** Where a family has several: `…_bucket`. */
  readonly metricName?: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Values come from a fixed list or from the operator's own files, never from a request: each one costs memory. */
export type Labels = Readonly<Record<string, string | number>>;

/** A figure that is read when it is asked for. */
export function readings(type: 'counter' | 'gauge', name: string, help: string, read: () => readonly Sample[]): Metric {
  return { name, help, type, samples: read };
}

/** Counts events by label values. Costs a look-up. */
export class Counter implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #labelNames: readonly string[];
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  constructor(name: string, help: string, labelNames: readonly string[]) {
    this.name = name;
    this.help = help;
    this.#labelNames = labelNames;
  }

  add(...values: readonly string[]): void {
    const key = values.join('\n');
    const known = this.#counts.get(key);
    if (known) known.value += 1;
    else this.#counts.set(key, { labels: labelled(this.#labelNames, values), value: 1 });
  }

  samples(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}

function labelled(names: readonly string[], values: readonly string[]): Labels {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

interface DurationSeries {
  readonly labels: Labels;
  /** The counts by bound, the last one without a bound; not cumulated. */
  readonly counts: Float64Array;
  sumMs: number;
}

/** How long things took, in buckets, by label values. Costs a look-up and a short search. */
export class Durations implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #boundsMs: readonly number[];
  readonly #labelNames: readonly string[];
  readonly #series = new Map<string, DurationSeries>();

  /** @param boundsMs ascending */
  constructor(name: string, help: string, labelNames: readonly string[], boundsMs: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#labelNames = labelNames;
    this.#boundsMs = boundsMs;
  }

  observe(tookMs: number, ...values: readonly string[]): void {
    const key = values.join('\n');
    let series = this.#series.get(key);
    if (!series) {
      const counts = new Float64Array(this.#boundsMs.length + 1);
      series = { labels: labelled(this.#labelNames, values), counts, sumMs: 0 };
      this.#series.set(key, series);
    }
    series.sumMs += tookMs;
    let bucket = 0;
    while (bucket < this.#boundsMs.length && tookMs > (this.#boundsMs[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  }

  /** Returns the samples in seconds, cumulated, in the form of a histogram. */
  samples(): readonly Sample[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sumMs }) => {
      let count = 0;
      const buckets = [...counts].map((inBucket, index) => {
        count += inBucket;
        const bound = this.#boundsMs[index];
        const le = bound === undefined ? '+Inf' : bound / 1000;
        return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
      });
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, labels, value: sumMs / 1000 },
        { metricName: `${this.name}_count`, labels, value: count },
      ];
    });
  }
}
