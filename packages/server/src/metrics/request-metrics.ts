import type { AnsweredRequest } from '../http/index.ts';
import { type Metric, Durations } from './metric.ts';

const boundsMs = [1, 5, 25, 100, 500, 1_000, 5_000, 30_000];

/** Requests by the pattern of their route, never by their path: anybody can make up paths. */
export class RequestMetrics {
  readonly #requests = new Durations(
    'orrery_http_request_seconds',
    'How long requests took, until the last byte of the answer',
    ['method', 'route', 'status'],
    boundsMs,
  );

  readonly metrics: readonly Metric[] = [this.#requests];

  readonly listen = ({ route, method, status, tookMs }: AnsweredRequest): void => {
    const statusClass = `${Math.floor(status / 100)}xx`;
    this.#requests.observe(tookMs, route === undefined ? '' : method, route ?? 'none', statusClass);
  };
}
