import type { AnswerFigures, ModelFigures, QueueFigures, RequestMemoryFigures, Runtime } from '@orrery/runtime';
import type { RepeatedRequestsFigures, SocketFigures } from '../faces/data/index.ts';
import type { HistoryFigures } from '../history/index.ts';
import { version } from '@orrery/config';
import { type Metric, readings, type Sample } from './metric.ts';
import { socketMetrics } from './socket-metrics.ts';

/** Sources of metrics that are read at a scrape; each is cheap and never throws. */
export interface MetricsSources {
  readonly runtimes: () => readonly Pick<Runtime, 'deploymentId' | 'branch' | 'figures'>[];
  readonly answers: () => AnswerFigures;
  readonly repeated: () => RepeatedRequestsFigures;
  readonly memory: () => RequestMemoryFigures;
  readonly sockets: SocketFigures;
  readonly epochs: { lagMs(): number };
  /** Absent where none is kept. */
  readonly history: { readonly figures: HistoryFigures } | undefined;
}

export function sourceMetrics(sources: MetricsSources): readonly Metric[] {
  return [
    ...runtimeMetrics(sources),
    ...answerMetrics(sources.answers),
    ...repeatedMetrics(sources),
    ...socketMetrics(sources.sockets),
    ...storeMetrics(sources),
  ];
}

function runtimeMetrics({ runtimes }: MetricsSources): readonly Metric[] {
  const ofModels = (read: (figures: ModelFigures) => number) => (): readonly Sample[] =>
    runtimes().map((runtime) => ({ labels: placeOf(runtime), value: read(runtime.figures().model) }));
  const ofQueues = (read: (figures: QueueFigures) => number) => (): readonly Sample[] =>
    runtimes().flatMap((runtime) =>
      runtime.figures().queues.map((queue) => ({
        labels: { ...placeOf(runtime), data_source: queue.dataSource },
        value: read(queue),
      })),
    );
  return [
    readings('gauge', 'orrery_build_info', 'The version that runs, as a label', () => [
      { labels: { version }, value: 1 },
    ]),
    readings(
      'gauge',
      'orrery_queue_running',
      'Queries running on a data source',
      ofQueues(({ running }) => running),
    ),
    readings(
      'gauge',
      'orrery_queue_waiting',
      'Queries waiting for a data source',
      ofQueues(({ waiting }) => waiting),
    ),
    readings(
      'counter',
      'orrery_model_compiles_total',
      'Compilations of the model',
      ofModels(({ compiles }) => compiles),
    ),
    readings(
      'counter',
      'orrery_model_refused_total',
      'Compilations with errors, after which the previous model stays in use',
      ofModels(({ refusedCompiles }) => refusedCompiles),
    ),
    readings(
      'gauge',
      'orrery_model_compile_seconds',
      'How long the last compilation took',
      ofModels(({ lastCompileMs }) => lastCompileMs / 1000),
    ),
    readings(
      'gauge',
      'orrery_model_problems',
      'Problems of the model files as they are saved',
      ofModels(({ problems }) => problems),
    ),
    readings(
      'gauge',
      'orrery_model_variants',
      'Variants of the model for callers with different security contexts, in memory',
      ofModels(({ variants }) => variants),
    ),
  ];
}

/** Figures of the process, which are read at a scrape. */
function readingsOf<Figures>(figures: () => Figures) {
  return (read: (figures: Figures) => number) => (): readonly Sample[] => [{ labels: {}, value: read(figures()) }];
}

function answerMetrics(answers: MetricsSources['answers']): readonly Metric[] {
  const of = readingsOf(answers);
  return [
    readings(
      'gauge',
      'orrery_cache_answers',
      'Answers in the cache',
      of(({ entries }) => entries),
    ),
    readings(
      'gauge',
      'orrery_cache_bytes',
      'Memory of the answers in the cache',
      of(({ bytes }) => bytes),
    ),
    readings(
      'counter',
      'orrery_cache_evictions_total',
      'Answers evicted from the cache',
      of(({ evicted }) => evicted),
    ),
    readings(
      'gauge',
      'orrery_runs',
      'Runs that callers share or wait for',
      of(({ running }) => running),
    ),
    readings(
      'counter',
      'orrery_runs_cancelled_total',
      'Runs cancelled because no caller needed their answer any more',
      of(({ cancelled }) => cancelled),
    ),
  ];
}

function repeatedMetrics({ repeated, memory }: MetricsSources): readonly Metric[] {
  const of = readingsOf(repeated);
  return [
    readings(
      'gauge',
      'orrery_repeated_requests',
      'Requests that are remembered with what they were found to be',
      of(({ entries }) => entries),
    ),
    readings(
      'gauge',
      'orrery_repeated_requests_bytes',
      'Memory of the requests that are remembered',
      of(({ bytes }) => bytes),
    ),
    readings(
      'counter',
      'orrery_repeated_requests_answered_total',
      'Requests answered from memory without being parsed again',
      of(({ answered }) => answered),
    ),
    readings(
      'gauge',
      'orrery_read_requests',
      'Queries kept as they were parsed and bound',
      single(() => memory().requests),
    ),
    readings(
      'gauge',
      'orrery_read_requests_bytes',
      'Memory of the queries kept as they were parsed and bound',
      single(() => memory().bytes),
    ),
  ];
}

/** Numbers of deployments and names of branches are given by operators, who have few of them. */
function placeOf({ deploymentId, branch }: Pick<Runtime, 'deploymentId' | 'branch'>) {
  return { deployment: deploymentId, branch: branch ?? '' };
}

function storeMetrics({ epochs, history }: MetricsSources): readonly Metric[] {
  const ofHistory = (read: (figures: HistoryFigures) => number) => (): readonly Sample[] =>
    history ? [{ labels: {}, value: read(history.figures) }] : [];
  return [
    readings(
      'gauge',
      'orrery_standing_lag_seconds',
      'How old the knowledge of revoked keys, roles and secrets may be',
      single(() => epochs.lagMs() / 1000),
    ),
    readings(
      'gauge',
      'orrery_history_buffered',
      'Entries of the query history that wait to be written',
      ofHistory(({ buffered }) => buffered),
    ),
    readings(
      'counter',
      'orrery_history_written_total',
      'Queries that went into the history',
      ofHistory(({ written }) => written),
    ),
    readings(
      'counter',
      'orrery_history_dropped_total',
      'Queries the history had no room for',
      ofHistory(({ dropped }) => dropped),
    ),
    readings(
      'counter',
      'orrery_history_failed_writes_total',
      'Batches of the query history that could not be written',
      ofHistory(({ failedWrites }) => failedWrites),
    ),
  ];
}

function single(read: () => number): () => readonly Sample[] {
  return () => [{ labels: {}, value: read() }];
}
