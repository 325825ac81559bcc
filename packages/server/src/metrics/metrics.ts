import type { QueryObserver } from '@orrery/runtime';
import type { RequestListener } from '../http/index.ts';
import type { Metric } from './metric.ts';
import { QueryMetrics } from './query-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { sourceMetrics, type MetricsSources } from './source-metrics.ts';

/**
 * The metrics of one process. Events are counted when they happen, in memory of a fixed size; current values are read
 * from their owners at a scrape. The first scrape loads the library that writes the metrics.
 */
export class Metrics {
  readonly #queries = new QueryMetrics();
  readonly #requests = new RequestMetrics();
  readonly #metrics: readonly Metric[];
  #rendering: Promise<RenderMetrics> | undefined;

  constructor(sources: MetricsSources) {
    this.#metrics = [...this.#queries.metrics, ...this.#requests.metrics, ...sourceMetrics(sources)];
  }

  readonly queries: QueryObserver = this.#queries;
  readonly requests: RequestListener = this.#requests.listen;

  async render(): Promise<RenderedMetrics> {
    this.#rendering ??= import('./render-metrics.ts').then(({ rendering }) => rendering(this.#metrics));
    return (await this.#rendering)();
  }
}

export interface RenderedMetrics {
  readonly contentType: string;
  readonly text: string;
}

export type RenderMetrics = () => Promise<RenderedMetrics>;
