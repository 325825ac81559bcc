import type { Labels, Metric, Sample } from './metric.ts';

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

export function labelled(names: readonly string[], values: readonly string[]): Labels {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
