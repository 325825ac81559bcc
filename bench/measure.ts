/** Median of the samples, in their own unit. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** @param ratio 0 to 1 */
export function percentile(samples: readonly number[], ratio: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * ratio))];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

export async function timeMs(act: () => unknown): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/**
 * Samples of each action in milliseconds. Runs the actions in turns, so that other work of the machine affects all
 * alike.
 */
export async function timeInTurns<K extends string>(
  acts: Readonly<Record<K, (round: number) => unknown>>,
  rounds: number,
): Promise<Record<K, number[]>> {
  // Built from the keys of `acts` in the next line.
  const names = Object.keys(acts) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const warmUps = Math.max(3, Math.floor(rounds / 10));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of names) {
      const took = await timeMs(() => acts[name](round));
      if (round >= 0) samples[name].push(took);
    }
  }
  return samples;
}

/** One row of the table: the quantity measured, its baseline, and its bound. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly baseline: string;
  readonly bound: string;
  readonly isWithin: boolean;
}

export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`;
}
