import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileCache, compileModel, type ModelBuild, type Problem } from '@orrery/semantic';
import { describeModelProblem } from '../catalog/describe-model-problem.ts';
import { loadModelFiles } from '../catalog/load-model-files.ts';
import { countModel, describeModelCounts } from '../catalog/model-counts.ts';
import { ConfigError, describeConfigProblem } from '../config/config-problem.ts';
import { type Project, readProject } from '../config/project.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import type { Command, CommandInput } from './command.ts';
import { projectOf } from './project-of.ts';

/** Prints every problem of the project with its place; ends with 1 when there is an error. */
export const check: Command = {
  usage: 'check [--project DIR] [--connect]',
  summary: 'names every problem of the project and its model, with file, line and a hint',
  settings: ['project', 'data'],
  flags: [
    { name: 'connect', isSwitch: true, shows: '  also asks the data sources about every table, column and join' },
  ],
  words: 0,
  async run(input) {
    const { flags, environment, directory, print, note } = input;
    const settings = readSettings({ flags, environment, directory });
    const connects = flags['connect'] === true;
    const folder = connects ? await projectOf(settings, { ...input, print: note }) : settings.projectDirectory;
    const checked = checkProject(folder, input);
    const { modelDirectory } = checked;
    let problemCount = checked.problemCount;
    if (statSync(modelDirectory, { throwIfNoEntry: false })?.isDirectory()) {
      const model = checkModel(modelDirectory, input);
      problemCount += model.build.problems.length;
      print(`${describeModelCounts(countModel(model.build))}`);
      if (connects) problemCount += await checkData(model, checked, settings, input);
    }
    for (const variable of [...settings.borrowed.used, ...checked.borrowed]) print(`${variable} is used.`);
    for (const variable of settings.borrowed.unread) print(`${variable} is set and means nothing here.`);
    print(problemCount === 0 ? 'No problems.' : `${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}.`);
    return problemCount === 0 ? 0 : 1;
  },
};

interface CheckedProject {
  readonly modelDirectory: string;
  readonly borrowed: readonly string[];
  readonly problemCount: number;
  /** Absent when its file has problems. */
  readonly project?: Project;
}

/** A project file with problems does not hide those of the model. */
function checkProject(directory: string, { environment, print }: CommandInput): CheckedProject {
  try {
    const project = readProject(directory, environment);
    return { modelDirectory: project.modelDirectory, borrowed: project.borrowed, problemCount: 0, project };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) print(`${describeConfigProblem(problem)}\n`);
    return { modelDirectory: join(directory, 'model'), borrowed: [], problemCount: error.problems.length };
  }
}

interface CheckedModel {
  readonly build: ModelBuild;
  readonly cache: CompileCache;
}

function checkModel(modelDirectory: string, input: CommandInput): CheckedModel {
  const { files, unread } = loadModelFiles(modelDirectory);
  const { build, cache } = compileModel(files);
  printProblems(build.problems, modelDirectory, input);
  for (const notice of build.notices) input.print(`note: ${describeModelProblem(notice, modelDirectory)}\n`);
  for (const file of unread) input.print(`note: ${file} is not read: this version reads models in YAML\n`);
  return { build, cache };
}

/** @returns how many problems there were */
async function checkData(
  { build, cache }: CheckedModel,
  { project, modelDirectory }: CheckedProject,
  { dataDirectory, engineMemoryMb }: Settings,
  input: CommandInput,
): Promise<number> {
  const { print } = input;
  if (!project) {
    print('The data sources are not asked while orrery.yml has problems.');
    return 0;
  }
  const { makeDataDirectory } = await import('../catalog/data-directory.ts');
  const { openDataSource } = await import('../catalog/open-data-source.ts');
  const { checkSources } = await import('../modeling/check-sources/check-sources.ts');
  makeDataDirectory(dataDirectory);
  const { problems, lost, cubeCount } = await checkSources({
    build,
    cache,
    dataSources: [...project.dataSources.keys()],
    open: (name) => openDataSource(name, project, { dataDirectory, memoryMb: engineMemoryMb }),
  });
  print(`${cubeCount} ${cubeCount === 1 ? 'cube' : 'cubes'} compared with the data.\n`);
  printProblems(problems, modelDirectory, input);
  for (const { dataSource, reason } of lost)
    print(`orrery.yml: The data source '${dataSource}' cannot be asked: ${reason}\n`);
  return problems.length + lost.length;
}

function printProblems(problems: readonly Problem[], modelDirectory: string, { print }: CommandInput): void {
  for (const problem of problems) print(`${describeModelProblem(problem, modelDirectory)}\n`);
}
