import { join } from 'node:path';
import type { EngineSource, NetworkRule } from '@orrery/engines';
import type { DataSourceSettings, Project } from '@orrery/config';
import { temporaryDirectory } from './temporary-directory.ts';

export interface EngineLimits {
  readonly dataDirectory: string;
  readonly memoryMb: number;
  /** Threads of one engine; absent: as many as there are processors. */
  readonly threads?: number;
  /** Where servers may be; absent: anywhere. */
  readonly network?: NetworkRule;
}

/** What one engine may write beside its memory, for sorts and joins that outgrow it. */
const maxTemporaryMb = 16 * 1024;

/** What the project says of a data source, and what the process lets it have. */
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
