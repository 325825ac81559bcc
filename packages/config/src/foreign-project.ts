import type { DataSourceSettings } from './data-sources.ts';
import { type Project, readProjectIn } from './project.ts';

/** What a deployment gives the project that is uploaded for it. */
export interface ForeignInputs {
  /** All that `${NAME}` and `model_variables` read. */
  readonly variables: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, DataSourceSettings>;
}

/**
 * A project that was written by somebody who may not do what whoever runs the process may. It reads no variable of the
 * process, names no file outside of its folder, and its `init` makes temporary views.
 *
 * @throws ConfigError listing everything that is wrong; its words may show values of variables
 */
export function readForeignProject(directory: string, { variables, dataSources }: ForeignInputs): Project {
  const named: Record<string, string> = Object.create(null) as Record<string, string>; // `${constructor}` is not set
  for (const [name, value] of variables) named[name] = value;
  return readProjectIn({ directory, variables: named, settings: {}, isForeign: true, dataSources });
}
