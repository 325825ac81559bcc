import { collectDefaultMetrics, type Metric as RegisteredMetric, Registry } from 'prom-client';
import type { Metric } from './metric.ts';
import type { RenderMetrics } from './metrics.ts';

/** Ours, and those of Node and the process, as Prometheus reads them. */
export function rendering(metrics: readonly Metric[]): RenderMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of metrics) registry.registerMetric(registered(metric));
  return async () => ({ contentType: registry.contentType, text: await registry.metrics() });
}

/** All that prom-client asks of a metric when it writes one. */
function registered(metric: Metric): RegisteredMetric {
  const { name, help, type } = metric;
  const get = async () => ({ name, help, type, aggregator: 'sum', values: metric.samples() });
  return { name, get } as unknown as RegisteredMetric; // its type names its own classes only
}
