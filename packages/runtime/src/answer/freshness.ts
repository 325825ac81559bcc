import { type CompiledQuery, type Instant, type RefreshKey, refreshKeyValue } from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';

/** When answers that read a cube are no longer good. */
export type RefreshPolicy =
  /**
   * The model has no refresh key: answers are good while the source's data is unchanged, or for ten seconds where this
   * is unknown or the statement is volatile.
   */
  | { readonly kind: 'default'; readonly dataSource: string; readonly isVolatile: boolean }
  | { readonly kind: 'clock'; readonly key: Exclude<RefreshKey, { readonly kind: 'sql' }> }
  /** The first value of a statement, which runs again after `everyMs`. */
  | { readonly kind: 'sql'; readonly cube: string; readonly statement: CompiledQuery; readonly everyMs: number };

export type SqlPolicy = Extract<RefreshPolicy, { readonly kind: 'sql' }>;

/** How long data counts as unchanged where neither the model nor the source tells. */
const defaultRefreshMs = 10_000;

/** Known values of refresh statements; `undefined` when the statement must run. */
export type SqlValues = (policy: SqlPolicy) => string | undefined;

/** The state that answers are compared with. */
export interface DataState {
  readonly runtime: Pick<Runtime, 'isWhollyKnown'>;
  /** Generations of all data sources that policies name. */
  readonly generations: Generations;
  readonly sqlValues: SqlValues;
}

/** Start and end of a run's reading; equal for a look at the present. */
export interface ReadingTime {
  readonly from: number;
  readonly to: number;
}

/** The looked-up generations of data sources; see `Runtime.generationOf`. */
export type Generations = ReadonlyMap<string, string | undefined>;

/** The data sources of a query's answers, and when these are no longer good. */
interface AnswerSources {
  readonly dataSource: string;
  readonly blockSources?: readonly string[];
  readonly refresh: readonly RefreshPolicy[];
}

/** Looks up the generations of the data source that is read, and of those that decide about freshness. */
export async function lookUpGenerations(
  reading: AnswerSources,
  runtime: Pick<Runtime, 'generationOf'>,
): Promise<Generations> {
  const sources = new Set([reading.dataSource, ...(reading.blockSources ?? []), ...decidingSources(reading)]);
  return new Map(
    await Promise.all([...sources].map(async (source) => [source, await runtime.generationOf(source)] as const)),
  );
}

/** Text of the relevant generations, which separates runs on different data. */
export function generationsText(reading: AnswerSources, generations: Generations): string {
  return [...new Set(decidingSources(reading))].map((source) => generations.get(source) ?? '').join('\n');
}

function decidingSources({ refresh }: AnswerSources): readonly string[] {
  return refresh.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : []));
}

/**
 * The state of the data under some policies, as text; while it is equal, an answer is good.
 *
 * A run that took longer than data counts as unchanged has the state at its end: otherwise its answer would be old at
 * once, and a caller that needs a good one would wait forever.
 *
 * @returns `undefined` when a statement must run first
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
