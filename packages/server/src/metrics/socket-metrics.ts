import type { SocketFigures } from '../faces/data/index.ts';
import { type Metric, readings } from './metric.ts';

/** Lists the metrics of open sockets, and of how sockets and their subscriptions ended. */
export function socketMetrics(figures: SocketFigures): readonly Metric[] {
  const of = (read: () => number) => () => [{ labels: {}, value: read() }];
  return [
    readings(
      'gauge',
      'orrery_sockets',
      'Open WebSockets',
      of(() => figures.open),
    ),
    readings(
      'gauge',
      'orrery_socket_subscriptions',
      'Subscriptions of open WebSockets',
      of(() => figures.subscriptions),
    ),
    readings(
      'counter',
      'orrery_socket_messages_total',
      'Messages received on WebSockets',
      of(() => figures.messages),
    ),
    readings('counter', 'orrery_subscription_runs_total', 'Runs of subscriptions, by what followed', () =>
      Object.entries(figures.runs).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
    readings('counter', 'orrery_sockets_closed_total', 'Closed WebSockets, by the code of the close', () =>
      [...figures.closed].map(([code, value]) => ({ labels: { code }, value })),
    ),
  ];
}
