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
