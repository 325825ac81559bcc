import { join } from 'node:path';
import type { EngineSource, NetworkRule, ResultsSettings } from '@orrery/engines';
import { type DataSourceSettings, isUnconnected, type Project } from '@orrery/config';
import { requireHiddenData } from './require-hidden-data.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface EngineLimits {
  readonly dataDirectory: string;
  readonly memoryMb: number;
  /** Threads of one engine; by default the number of processors. */
  readonly threads?: number;
  /** Rule for the addresses of servers; by default any. */
  readonly network?: NetworkRule;
}

/** Bound on an engine's temporary files, for sorts and joins that exceed its memory. */
const maxTemporaryMb = 16 * 1024;

/** Memory of DuckDB for a statement without rows. */
const leastResultsMb = 16;
/** Fewest statements above results that may run at a time, so that one tenant never takes all. */
const fewestAbove = 2;
/** Threads of one statement above results: the rows are few, and several statements run. */
const mostResultsThreads = 2;

/**
 * Memory of a DuckDB source that results do not take from, so that statements above results make no other question fail.
 * While one of them runs, a deployment with less may hold a quarter more than its memory.
 */
const leastSourceMb = 256;
/** Memory of one query over files, see `SharedEngines`. Sources of a deployment do not divide less than that. */
const leastFilesMb = 128;
/** Memory of each thread that reads a file, as measured with four and eight threads over large CSV and JSON files. */
const mbOfThread = 48;

/** Divides the memory of a deployment: engines of servers have theirs, results get what DuckDB sources do not. */
function divideMemory({ dataSources }: Project, memoryMb: number) {
  const count = [...dataSources.values()].filter(({ type }) => type === 'duckdb').length;
  const resultsMb = count === 0 ? memoryMb : Math.floor(memoryMb / 4);
  const shareOf = (mb: number) => Math.max(1, Math.floor(mb / Math.max(1, count)));
  const sourceMb = Math.max(
    shareOf(memoryMb - resultsMb),
    Math.min(leastSourceMb, shareOf(memoryMb)),
    Math.min(leastFilesMb, memoryMb),
  );
  return { resultsMb, sourceMb };
}

/** Settings of the work above results of data sources: several statements share its memory. */
export function resultsSettings(project: Project, limits: EngineLimits): ResultsSettings {
  const { concurrency, maxIntermediateMb, timeoutMs } = project.query;
  const { resultsMb } = divideMemory(project, limits.memoryMb);
  const most = Math.max(leastResultsMb, Math.floor(resultsMb / fewestAbove));
  const memoryLimitMb = Math.max(leastResultsMb, Math.min(maxIntermediateMb, most));
  return {
    memoryLimitMb,
    threads: Math.min(limits.threads ?? mostResultsThreads, mostResultsThreads),
    maxRunning: Math.max(fewestAbove, Math.min(concurrency, Math.floor(resultsMb / memoryLimitMb))),
    timeoutMs,
  };
}

/** Combines the project's settings of a data source with the limits of the process. */
export function engineSettings(
  name: string,
  source: DataSourceSettings,
  project: Project,
  limits: EngineLimits,
): EngineSource {
  const network = limits.network ? { network: limits.network } : {};
  const running = { maxRunning: project.query.concurrency, timeoutMs: project.query.timeoutMs };
  if (isUnconnected(source)) return { type: 'unconnected', settings: { dialect: source.type } };
  switch (source.type) {
    case 'duckdb': {
      const { type, ...duckdb } = source;
      const { directory: projectDirectory } = project;
      requireHiddenData(name, source.allow, { projectDirectory, dataDirectory: limits.dataDirectory });
      const memoryLimitMb = divideMemory(project, limits.memoryMb).sourceMb;
      const most = Math.max(1, Math.floor(memoryLimitMb / mbOfThread));
      const threads = limits.threads === undefined ? {} : { threads: Math.min(limits.threads, most) };
      const temporary = { temporaryDirectory: join(temporaryDirectory(limits.dataDirectory), name), maxTemporaryMb };
      return {
        type,
        settings: {
          ...duckdb,
          ...running,
          ...temporary,
          ...threads,
          projectDirectory,
          memoryLimitMb,
        },
      };
    }
    case 'clickhouse': {
      const { type, ...clickhouse } = source;
      return { type, settings: { ...clickhouse, ...running, ...network } };
    }
    case 'mysql': {
      const { type, ...mysql } = source;
      return { type, settings: { ...mysql, ...running, ...network } };
    }
    case 'postgres': {
      const { type, ...postgres } = source;
      return { type, settings: { ...postgres, ...running, ...network } };
    }
    case 'trino': {
      const { type, ...trino } = source;
      return { type, settings: { ...trino, ...running, ...network } };
    }
  }
}
