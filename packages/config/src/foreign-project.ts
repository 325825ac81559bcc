import type { DataSourceSettings } from './data-sources.ts';
import { type Project, readProjectIn } from './project.ts';

/** Inputs that a deployment gives to its uploaded project. */
export interface ForeignInputs {
  /** All variables that `${NAME}` and `model_variables` can read. */
  readonly variables: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, DataSourceSettings>;
}

/**
 * Reads an uploaded project, whose author may have fewer rights than the operator. The project reads no variable of the
 * process and names no file outside its folder, and its `init` statements only make temporary views.
 *
 * @throws ConfigError listing everything that is wrong; the messages may show values of variables
 */
export function readForeignProject(directory: string, { variables, dataSources }: ForeignInputs): Project {
  const named: Record<string, string> = Object.create(null) as Record<string, string>; // `${constructor}` is not set
  for (const [name, value] of variables) named[name] = value;
  return readProjectIn({ directory, variables: named, settings: {}, isForeign: true, dataSources });
}
