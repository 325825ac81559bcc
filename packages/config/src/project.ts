import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from '@orrery/kernel';
import { type ProjectAiModel, readAiModels } from './ai-models/index.ts';
import { type DataSourceSettings, readDataSources } from './data-sources.ts';
import { PositionedYaml, type YamlEntry } from './positioned-yaml.ts';
import { programProblems } from './program-settings.ts';
import { type QuerySettings, readQuerySettings } from './query-settings.ts';
import { type EnvironmentVariables, SettingReader } from './setting-reader.ts';
import { readSqlUsers, type SqlUser } from './sql-users/index.ts';
import { isWithin } from './within-folder.ts';

/** A project folder and the settings in its `orrery.yml`. */
export interface Project {
  readonly directory: string;
  readonly modelDirectory: string;
  /** Folder with the configuration of agents, which may not exist. */
  readonly agentsDirectory: string;
  readonly dataSources: ReadonlyMap<string, DataSourceSettings>;
  readonly query: QuerySettings;
  /** Variables that templates of the model may read; `undefined` for one that is named but not set. */
  readonly modelVariables: ReadonlyMap<string, string | undefined>;
  /** Other versions of the model, by name. */
  readonly branches: ReadonlyMap<string, Branch>;
  /** Language models that agents may use, in the order of the file. */
  readonly aiModels: readonly ProjectAiModel[];
  /** Accounts of the port of PostgreSQL's protocol, by name. */
  readonly sqlUsers: ReadonlyMap<string, SqlUser>;
  /** How folders of views are schemas of SQL; absent where they are none. */
  readonly folderSchemas?: { readonly delimiter: string | undefined };
  /** Variables with the reference's names that were read. */
  readonly borrowed: readonly string[];
}

/** Another version of the model, which shares the project's data sources and settings. */
interface Branch {
  readonly modelDirectory: string;
  readonly agentsDirectory: string;
}

const agentsFolder = 'agents';

const fileName = 'orrery.yml';
const keys = ['data_sources', 'query', 'query_rewrite', 'branches', 'model_variables', 'models', 'sql'];
const sqlKeys = ['users', 'folders_as_schemas'];

/** Reads the operator's own project folder. @throws ConfigError listing everything that is wrong */
export function readProject(directory: string, environment: EnvironmentVariables): Project {
  return readProjectIn({ directory, variables: environment, settings: environment });
}

export interface ProjectPlace {
  readonly directory: string;
  /** Variables that `${NAME}` and `model_variables` can read. */
  readonly variables: EnvironmentVariables;
  /** Variables in which settings with the reference's names are looked up. */
  readonly settings: EnvironmentVariables;
  /** Whether the project was uploaded: it may name nothing outside its folder and run no statements of its own. */
  readonly isForeign?: boolean;
  /** Data sources from outside the project file. */
  readonly dataSources?: ReadonlyMap<string, DataSourceSettings>;
}

/** @throws ConfigError listing everything that is wrong */
export function readProjectIn(place: ProjectPlace): Project {
  const { directory, variables, settings } = place;
  const text = readProjectFile(directory);
  const yaml = new PositionedYaml(text, fileName, variables);
  const reader = new SettingReader({}, settings);
  const entries = new Map(yaml.entries(yaml.root, fileName, keys).map((entry) => [entry.key, entry]));
  const dataSources = readDataSources(yaml, entries.get('data_sources'), place, place.dataSources);
  const query = readQuerySettings(
    yaml,
    entries.get('query'),
    reader,
    { sourceCount: dataSources.size, isForeign: place.isForeign === true },
    entries.get('query_rewrite'),
  );
  const modelPath = reader.text('modelPath')?.text ?? 'model';
  const modelDirectory = join(directory, modelPath);
  const branches = readBranches(yaml, entries.get('branches'), place, modelPath);
  const modelVariables = readModelVariables(yaml, entries.get('model_variables'), variables);
  const aiModels = readAiModels(yaml, entries.get('models'), place);
  const { sqlUsers, hasFolderSchemas } = readSql(yaml, entries.get('sql'), place);
  const problems: ConfigProblem[] = [...yaml.problems, ...reader.problems];
  if (!isDirectory(modelDirectory)) problems.push({ message: `The project has no folder '${modelDirectory}'.` });
  problems.push(...programProblems(directory));
  if (problems.length > 0) throw new ConfigError(problems);
  const agentsDirectory = join(directory, agentsFolder);
  return {
    directory,
    modelDirectory,
    agentsDirectory,
    dataSources,
    query,
    modelVariables,
    branches,
    aiModels,
    sqlUsers,
    ...(hasFolderSchemas ? { folderSchemas: { delimiter: query.foldersDelimiter } } : {}),
    borrowed: reader.borrowed,
  };
}

/** Bound on branches of an uploaded project: each is opened with the project and takes two threads. */
const mostForeignBranches = 10;

/** Names that are safe in URLs. */
const branchName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

function readBranches(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
  { directory, isForeign = false }: ProjectPlace,
  modelPath: string,
): ReadonlyMap<string, Branch> {
  const branches = new Map<string, Branch>();
  const entries = entry ? yaml.entries(entry.value, 'branches') : [];
  if (isForeign && entries.length > mostForeignBranches) {
    yaml.refuse(entry?.value ?? null, `An uploaded project has at most ${mostForeignBranches} branches.`);
    return branches;
  }
  for (const one of entries) {
    const folder = yaml.text(one);
    if (!branchName.test(one.key)) {
      const hint = 'It is part of URLs: letters, digits, dots, - and _, at most 100 characters';
      yaml.refuse(one.keyNode, `'${one.key}' cannot be the name of a branch.`, hint);
    } else if (folder !== undefined) {
      const modelDirectory = resolve(directory, folder, modelPath);
      if (isForeign && !isWithin(directory, join(folder, modelPath)))
        yaml.refuse(
          one.value,
          `The branch '${one.key}' is not in the project: '${folder}' has no folder '${modelPath}' in it.`,
        );
      else if (!isDirectory(modelDirectory))
        yaml.refuse(one.value, `The branch '${one.key}' has no folder '${modelDirectory}'.`);
      branches.set(one.key, { modelDirectory, agentsDirectory: resolve(directory, folder, agentsFolder) });
    }
  }
  return branches;
}

function readSql(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
  { isForeign = false }: ProjectPlace,
): Pick<Project, 'sqlUsers'> & { readonly hasFolderSchemas: boolean } {
  const entries = new Map(yaml.entries(entry?.value ?? null, 'sql', sqlKeys).map((one) => [one.key, one]));
  const users = entries.get('users');
  const folders = entries.get('folders_as_schemas');
  const hasFolderSchemas = folders !== undefined && yaml.boolean(folders) === true;
  if (users && isForeign) {
    const hint = 'The operator names them in the project of the server; uploaded projects are reached with API keys';
    yaml.refuse(users.keyNode, 'An uploaded project cannot name accounts of the SQL port.', hint);
    return { sqlUsers: new Map(), hasFolderSchemas };
  }
  return { sqlUsers: readSqlUsers(yaml, users), hasFolderSchemas };
}

/**
 * Reads the variables the model may use. They are named one by one, because more people write models than may know the
 * secrets of the process.
 */
function readModelVariables(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
  environment: EnvironmentVariables,
): ReadonlyMap<string, string | undefined> {
  const names = entry ? yaml.texts(entry) : [];
  for (const name of names) {
    if (name.startsWith('ORRERY_'))
      yaml.refuse(entry?.value ?? null, `'${name}' is a setting of Orrery, which no model may read.`);
  }
  return new Map(names.map((name) => [name, environment[name]]));
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
