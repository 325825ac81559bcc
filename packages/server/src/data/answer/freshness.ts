import { type CompiledQuery, type Instant, type RefreshKey, refreshKeyValue } from '@orrery/semantic';
import type { Runtime } from '../../catalog/runtime.ts';

/** When answers that read a cube are no longer good. */
export type RefreshPolicy =
  /**
   * The model says nothing: as long as the source's data is the same or, where nobody can know or the statement itself
   * gives other rows of the same data later, for ten seconds.
   */
  | { readonly kind: 'default'; readonly dataSource: string; readonly isVolatile: boolean }
  | { readonly kind: 'clock'; readonly key: Exclude<RefreshKey, { readonly kind: 'sql' }> }
  /** The first value a statement gives, asked again after `everyMs`. */
  | { readonly kind: 'sql'; readonly cube: string; readonly statement: CompiledQuery; readonly everyMs: number };

export type SqlPolicy = Extract<RefreshPolicy, { readonly kind: 'sql' }>;

/** How long data counts as unchanged where neither the model nor the source tells. */
const defaultRefreshMs = 10_000;

/** What is known of the values of refresh statements; `undefined`: it must be asked. */
export type SqlValues = (policy: SqlPolicy) => string | undefined;

/** From when to when a run read its data; both the same for a look at the present. */
export interface ReadingTime {
  readonly from: number;
  readonly to: number;
}

/**
 * The state of the data under some policies, as text; equal texts mean that an answer is still good.
 *
 * A run that took longer than data counts as unchanged has read the state at its end: else its answer would be old on
 * arrival, and whoever waits for a good one would wait for ever.
 *
 * @returns `undefined` when a statement must be asked first
 */
export function freshnessOf(
  policies: readonly RefreshPolicy[],
  runtime: Runtime,
  sqlValues: SqlValues,
  { from, to }: ReadingTime,
): string | undefined {
  const texts: string[] = [];
  for (const policy of policies) {
    const text = policyText(policy, runtime, sqlValues, (everyMs) => (to - from >= everyMs ? to : from));
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join('\n');
}

function policyText(
  policy: RefreshPolicy,
  runtime: Runtime,
  sqlValues: SqlValues,
  momentFor: (everyMs: number) => number,
): string | undefined {
  switch (policy.kind) {
    case 'default': {
      const generation = runtime.generationOf(policy.dataSource);
      const isKnown = generation !== undefined && !policy.isVolatile && runtime.isWhollyKnown(policy.dataSource);
      if (isKnown) return generation;
      return `${generation ?? ''} ${Math.floor(momentFor(defaultRefreshMs) / defaultRefreshMs)}`;
    }
    case 'clock': {
      const everyMs = policy.key.kind === 'schedule' ? policy.key.everyMs : Number.POSITIVE_INFINITY;
      return refreshKeyValue(policy.key, momentFor(everyMs) as Instant);
    }
    case 'sql':
      return sqlValues(policy);
  }
}

/** The generations of the sources whose data decides, for telling runs on other data apart. */
export function generationsOf(policies: readonly RefreshPolicy[], runtime: Runtime): string {
  const sources = new Set(policies.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : [])));
  return [...sources].map((source) => runtime.generationOf(source) ?? '').join('\n');
}
