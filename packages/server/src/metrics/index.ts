export { type MetricsAccess, registerMetricsRoute } from './metrics-routes.ts';
export { Metrics } from './metrics.ts';
