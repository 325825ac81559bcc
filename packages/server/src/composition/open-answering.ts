import type { Settings } from '@orrery/config';
import type { ServedMetadata } from '@orrery/deployments';
import { fingerprints } from '@orrery/people';
import {
  AnswerService,
  observers,
  type QueryObserver,
  RequestMemory,
  type Runtimes,
  Statements,
} from '@orrery/runtime';
import type { Logger } from 'pino';
import { GraphqlPlanner, RepeatedRequests, Sockets } from '../faces/data/index.ts';
import { type QueryHistory, startHistory } from '../history/index.ts';
import { accessLog, type Ending, type RequestListener } from '../http/index.ts';
import { Metrics } from '../metrics/index.ts';

interface AnsweringInput {
  readonly settings: Settings;
  readonly metadata: Pick<ServedMetadata, 'store' | 'epochs' | 'keyring'>;
  readonly runtimes: Pick<Runtimes, 'serving'>;
  readonly ending: Ending;
  readonly clock: { now(): number };
  readonly log: Logger;
}

/** The services by which all faces answer queries, and those that follow and count the answers. */
export interface Answering {
  readonly memory: RequestMemory;
  readonly answers: AnswerService;
  readonly statements: Statements;
  readonly graphql: GraphqlPlanner;
  readonly repeated: RepeatedRequests;
  readonly sockets: Sockets;
  readonly observer: QueryObserver;
  /** Called for every request once it is done. */
  readonly listeners: readonly RequestListener[];
  readonly metrics: Metrics;
  readonly history: QueryHistory | undefined;
}

const bytesPerMb = 1024 * 1024;

export function openAnswering({ settings, metadata, runtimes, ending, clock, log }: AnsweringInput): Answering {
  const { store, epochs, keyring } = metadata;
  const memory = new RequestMemory();
  const answers = new AnswerService({
    memory,
    cacheBytes: settings.cacheMb * bytesPerMb,
    clock,
    isEnding: () => ending.isAnnounced,
  });
  const fingerprintOf = fingerprints(keyring.current);
  const history = startHistory({ store, settings, fingerprintOf, clock, log });
  const sockets = new Sockets({ http: settings.http, ending });
  const metrics = new Metrics({
    runtimes: () => runtimes.serving(),
    answers: () => answers.figures(),
    repeated: () => repeated.figures,
    sockets: sockets.figures,
    memory: () => memory.figures,
    epochs,
    history: history?.recorder,
  });
  const observer = observers([metrics.queries, ...(history ? [history.recorder] : [])], log);
  const listeners = [accessLog(log, fingerprintOf), metrics.requests];
  const repeated = new RepeatedRequests({ answers, epochs, observer, listeners, ending, clock, log });
  const [statements, graphql] = [new Statements(), new GraphqlPlanner()];
  return { memory, answers, statements, graphql, repeated, sockets, observer, listeners, metrics, history };
}
