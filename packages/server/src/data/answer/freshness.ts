import type { Runtime } from '../../catalog/runtime.ts';

/** When answers that read a cube are no longer good. */
export type RefreshPolicy =
  /** The model says nothing: as long as the source's data is the same or, where nobody can know, for ten seconds. */
  { readonly kind: 'default'; readonly dataSource: string };

/** How long data counts as unchanged where neither the model nor the source tells. */
export const defaultRefreshMs = 10_000;

/** The state of the data under some policies, for comparison; equal texts mean that an answer is still good. */
export interface Freshness {
  readonly text: string;
  /** Of the sources that know it, for comparison with what a run has really read. */
  readonly generations: ReadonlyMap<string, string>;
}

/** Looks at the data as it is now. */
export function freshnessOf(policies: readonly RefreshPolicy[], runtime: Runtime, now: number): Freshness {
  const generations = new Map<string, string>();
  const texts = policies.map((policy) => {
    const known = generations.get(policy.dataSource) ?? runtime.generationOf(policy.dataSource);
    if (known === undefined) return `until ${Math.floor(now / defaultRefreshMs)}`;
    generations.set(policy.dataSource, known);
    return known;
  });
  return { text: texts.join('\n'), generations };
}
