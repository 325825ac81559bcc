import { type Engine, openEngine } from '@orrery/engines';
import { type Dialect, dialectFor } from '@orrery/semantic';
import type { Project } from '@orrery/config';
import { engineSettings, type EngineLimits } from './engine-settings.ts';

/** A separate engine for work other than queries: describing tables, checking a model. The caller closes it. */
export interface OpenDataSource {
  readonly engine: Engine;
  readonly dialect: Dialect;
}

/** @throws EngineError when it cannot be opened */
export async function openDataSource(name: string, project: Project, limits: EngineLimits): Promise<OpenDataSource> {
  const source = project.dataSources.get(name);
  const dialect = source && dialectFor(source.type);
  if (!dialect) throw new Error(`the project has no data source '${name}' that could be opened`);
  const { type, settings } = engineSettings(name, source, project, limits);
  const engine = await openEngine(type, settings);
  return { engine, dialect };
}
