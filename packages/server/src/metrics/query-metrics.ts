import type { QueryEvent, QueryObserver } from '@orrery/runtime';
import { type Metric, Counter, Durations } from './metric.ts';

const boundsMs = [
  0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000,
];
const stages = ['parse', 'bind', 'plan', 'queue', 'engine', 'encode', 'total'] as const;

/** How long queries take and how they end. */
export class QueryMetrics implements QueryObserver {
  readonly #stages = new Durations(
    'orrery_query_stage_seconds',
    'Duration of the stages of queries; total is the whole query',
    ['endpoint', 'stage'],
    boundsMs,
  );
  readonly #queries = new Counter('orrery_queries_total', 'Queries by what the cache had for them', [
    'endpoint',
    'cache',
  ]);
  readonly #errors = new Counter('orrery_query_errors_total', 'Queries that got no answer, by what went wrong', [
    'endpoint',
    'error',
  ]);

  readonly metrics: readonly Metric[] = [this.#stages, this.#queries, this.#errors];

  observe({ endpoint, timingsMs, cache, errorCode }: QueryEvent): void {
    for (const stage of stages) {
      const tookMs = timingsMs[stage];
      if (tookMs !== undefined) this.#stages.observe(tookMs, endpoint, stage);
    }
    this.#queries.add(endpoint, cache);
    if (errorCode !== undefined && errorCode !== 'request.continue-wait')
      this.#errors.add(endpoint, errorClass(errorCode));
  }
}

/** Returns the part of a code before the first dot, because there are many codes. Codes of data sources stay whole. */
function errorClass(code: string): string {
  if (code === 'request.client-left' || code.endsWith('cancelled')) return 'cancelled';
  return code.startsWith('data-source.') ? code : (code.split('.')[0] ?? code);
}
