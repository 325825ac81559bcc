import { type CompiledQuery, type Instant, type RefreshKey, refreshKeyValue } from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';

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

/** What answers are compared with. */
export interface DataState {
  readonly runtime: Pick<Runtime, 'isWhollyKnown'>;
  /** Of all data sources that policies name. */
  readonly generations: Generations;
  readonly sqlValues: SqlValues;
}

/** From when to when a run read its data; both the same for a look at the present. */
export interface ReadingTime {
  readonly from: number;
  readonly to: number;
}

/** The generations of data sources as they were looked up; see `Runtime.generationOf`. */
export type Generations = ReadonlyMap<string, string | undefined>;

/** What answers of one query are read from, and when they are no longer good. */
interface Reading {
  readonly dataSource: string;
  readonly refresh: readonly RefreshPolicy[];
}

/** Looks up the data source that is read, and those whose data decides. */
export async function lookUpGenerations(
  reading: Reading,
  runtime: Pick<Runtime, 'generationOf'>,
): Promise<Generations> {
  const sources = new Set([reading.dataSource, ...decidingSources(reading)]);
  return new Map(
    await Promise.all([...sources].map(async (source) => [source, await runtime.generationOf(source)] as const)),
  );
}

/** The generations of the sources whose data decides, for telling runs on other data apart. */
export function generationsText(reading: Reading, generations: Generations): string {
  return [...new Set(decidingSources(reading))].map((source) => generations.get(source) ?? '').join('\n');
}

function decidingSources({ refresh }: Reading): readonly string[] {
  return refresh.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : []));
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
  data: DataState,
  { from, to }: ReadingTime,
): string | undefined {
  const texts: string[] = [];
  for (const policy of policies) {
    const text = policyText(policy, data, (everyMs) => (to - from >= everyMs ? to : from));
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join('\n');
}

function policyText(
  policy: RefreshPolicy,
  { runtime, generations, sqlValues }: DataState,
  momentFor: (everyMs: number) => number,
): string | undefined {
  switch (policy.kind) {
    case 'default': {
      const generation = generations.get(policy.dataSource);
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
