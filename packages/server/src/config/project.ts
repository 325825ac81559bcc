import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-problem.ts';
import { type DataSourceSettings, readDataSources } from './data-sources.ts';
import { PositionedYaml } from './positioned-yaml.ts';
import { type QuerySettings, readQuerySettings } from './query-settings.ts';
import { type Environment, SettingReader } from './setting-reader.ts';

/** A project folder and what its `orrery.yml` says. */
export interface Project {
  readonly directory: string;
  readonly modelDirectory: string;
  readonly dataSources: ReadonlyMap<string, DataSourceSettings>;
  readonly query: QuerySettings;
  /** Variables with the reference's names that were used. */
  readonly borrowed: readonly string[];
}

const fileName = 'orrery.yml';
const keys = ['data_sources', 'query', 'branches'];

/** @throws ConfigError listing everything that is wrong */
export function readProject(directory: string, environment: Environment): Project {
  const text = readProjectFile(directory);
  const yaml = new PositionedYaml(text, fileName, environment);
  const reader = new SettingReader({}, environment);
  const entries = new Map(yaml.entries(yaml.root, fileName, keys).map((entry) => [entry.key, entry]));
  const branches = entries.get('branches');
  if (branches) yaml.refuse(branches.keyNode, 'This version of Orrery does not serve branches yet; remove the key.');

  const dataSources = readDataSources(yaml, entries.get('data_sources'), directory);
  const query = readQuerySettings(yaml, entries.get('query'), reader, dataSources.size);
  const modelDirectory = join(directory, reader.text('modelPath')?.text ?? 'model');
  const problems: ConfigProblem[] = [...yaml.problems, ...reader.problems];
  if (!isDirectory(modelDirectory)) problems.push({ message: `The project has no folder '${modelDirectory}'.` });
  if (problems.length > 0) throw new ConfigError(problems);
  return { directory, modelDirectory, dataSources, query, borrowed: reader.borrowed };
}

function readProjectFile(directory: string): string {
  try {
    return readFileSync(join(directory, fileName), 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
    const hint = `Name the project with --project, or make one: orrery init ${directory}`;
    throw new ConfigError([{ message: `There is no ${fileName} in '${directory}'.`, hint }]);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
