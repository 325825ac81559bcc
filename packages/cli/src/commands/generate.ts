import { EngineCancelled, EngineError } from '@orrery/engines';
import {
  claimTemporaryDirectory,
  loadModelFiles,
  makeDataDirectory,
  openDataSource,
  removeTemporaryDirectory,
} from '@orrery/runtime';
import { didYouMean, OperatorError } from '@orrery/kernel';
import { isUnconnected, type Project, readProject, readSettings, type Settings } from '@orrery/config';
import {
  describeGenerated,
  type GeneratedModel,
  type GenerateInput,
  generateModel,
  publishFiles,
} from '../modeling/index.ts';
import { type Command, contextFlag, readContext } from '../command/index.ts';

export const generate: Command = {
  usage: 'generate [--project DIR] [--source NAME] [--context JSON]',
  summary: 'writes cubes, joins and views for the tables of a data source, to edit',
  settings: ['project', 'data'],
  flags: [
    { name: 'source', shows: 'NAME  data source to read (default: default)' },
    { ...contextFlag, shows: 'JSON|@FILE  the security context that templates of the model read' },
  ],
  words: 0,
  async run({ flags, environment, directory, print }) {
    const settings = readSettings({ flags, environment, directory });
    if (settings.isDemo) {
      throw new OperatorError('Name the project to write into with --project; the demo has a model already.');
    }
    const project = readProject(settings.projectDirectory, environment);
    const dataSource = String(flags['source'] ?? 'default');
    requireSource(dataSource, project);
    requireConnection(dataSource, project);
    const files = loadModelFiles(project.modelDirectory);
    const templates = { variables: project.modelVariables, context: readContext(flags['context'], directory) };
    const generated = await generateFrom({ dataSource, files, templates }, project, settings);
    if (generated.tableCount === 0) {
      throw new OperatorError(
        `The data source '${dataSource}' has no tables that its user may read: there are no tables to make cubes of.`,
      );
    }
    publishFiles(project.modelDirectory, generated.steps);
    print(describeGenerated(generated, dataSource));
    return 0;
  },
};

function requireSource(dataSource: string, { dataSources }: Project): void {
  if (dataSources.has(dataSource)) return;
  const hint = didYouMean(dataSource, dataSources.keys(), (name) => `'${name}'`);
  throw new OperatorError(`orrery.yml has no data source '${dataSource}'.${hint ? ` ${hint}` : ''}`);
}

function requireConnection(dataSource: string, { dataSources }: Project): void {
  const source = dataSources.get(dataSource);
  if (!source || !isUnconnected(source)) return;
  throw new OperatorError(
    `Nothing connects to '${source.type}', so its tables are not known: write the cubes of '${dataSource}' by hand.`,
  );
}

async function generateFrom(
  asked: Pick<GenerateInput, 'dataSource' | 'files' | 'templates'>,
  project: Project,
  { dataDirectory, engineMemoryMb }: Settings,
): Promise<GeneratedModel> {
  const { dataSource } = asked;
  makeDataDirectory(dataDirectory);
  await claimTemporaryDirectory(dataDirectory);
  try {
    const source = await openDataSource(dataSource, project, { dataDirectory, memoryMb: engineMemoryMb });
    try {
      return await generateModel({ ...source, ...asked });
    } finally {
      await source.engine.close();
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new OperatorError(`The data source '${dataSource}' cannot be read: ${reason}`, { cause: error });
  } finally {
    await removeTemporaryDirectory(dataDirectory);
  }
}

/** Returns the message of the source; `undefined` for errors that are not the source's. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof EngineCancelled) return 'listing its tables takes too long.';
  if (!(error instanceof EngineError)) return undefined;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
