import { join } from 'node:path';
import type { EngineSource, NetworkRule } from '@orrery/engines';
import type { DataSourceSettings, Project } from '@orrery/config';
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

/** Combines the project's settings of a data source with the limits of the process. */
export function engineSettings(
  name: string,
  source: DataSourceSettings,
  project: Project,
  limits: EngineLimits,
): EngineSource {
  const network = limits.network ? { network: limits.network } : {};
  const running = { maxRunning: project.query.concurrency, timeoutMs: project.query.timeoutMs };
  switch (source.type) {
    case 'duckdb': {
      const { type, ...duckdb } = source;
      const memoryLimitMb = Math.max(1, Math.floor(limits.memoryMb / project.dataSources.size));
      const threads = limits.threads === undefined ? {} : { threads: limits.threads };
      const temporary = { temporaryDirectory: join(temporaryDirectory(limits.dataDirectory), name), maxTemporaryMb };
      return {
        type,
        settings: {
          ...duckdb,
          ...running,
          ...temporary,
          ...threads,
          projectDirectory: project.directory,
          memoryLimitMb,
        },
      };
    }
    case 'mysql': {
      const { type, ...mysql } = source;
      return { type, settings: { ...mysql, ...running, ...network } };
    }
    case 'postgres': {
      const { type, ...postgres } = source;
      return { type, settings: { ...postgres, ...running, ...network } };
    }
  }
}
