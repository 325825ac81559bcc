import { join } from 'node:path';
import type { DuckDbSettings } from '@orrery/engines';
import type { DataSourceSettings } from '../config/data-sources.ts';
import type { Project } from '../config/project.ts';

export interface EngineLimits {
  readonly dataDirectory: string;
  readonly memoryMb: number;
}

/** What one engine may write beside its memory, for sorts and joins that outgrow it. */
const maxTemporaryMb = 16 * 1024;

export function engineSettings(
  name: string,
  source: DataSourceSettings,
  project: Project,
  limits: EngineLimits,
): DuckDbSettings {
  return {
    projectDirectory: project.directory,
    ...(source.database === undefined ? {} : { database: source.database }),
    allow: source.allow,
    init: source.init,
    memoryLimitMb: Math.floor(limits.memoryMb / project.dataSources.size),
    temporaryDirectory: join(limits.dataDirectory, 'temporary', name),
    maxTemporaryMb,
    maxRunning: project.query.concurrency,
    timeoutMs: project.query.timeoutMs,
  };
}
