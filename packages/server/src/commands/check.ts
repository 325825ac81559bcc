import { statSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel, type ModelBuild } from '@orrery/semantic';
import { describeModelProblem } from '../catalog/describe-model-problem.ts';
import { loadModelFiles } from '../catalog/load-model-files.ts';
import { countModel, describeModelCounts } from '../catalog/model-counts.ts';
import { ConfigError, describeConfigProblem } from '../config/config-problem.ts';
import { readProject } from '../config/project.ts';
import { readSettings } from '../config/settings.ts';
import type { Command, CommandInput } from './command.ts';

/** Prints every problem of the project with its place; ends with 1 when there is an error. */
export const check: Command = {
  usage: 'check [--project DIR]',
  summary: 'names every problem of the project and its model, with file, line and a hint',
  settings: ['project'],
  flags: [],
  words: 0,
  async run(input) {
    const { flags, environment, directory, print } = input;
    const settings = readSettings({ flags, environment, directory });
    const project = checkProject(settings.projectDirectory, input);
    const modelDirectory = project.modelDirectory;
    let problemCount = project.problemCount;
    if (statSync(modelDirectory, { throwIfNoEntry: false })?.isDirectory()) {
      const build = checkModel(modelDirectory, input);
      problemCount += build.problems.length;
      print(`${describeModelCounts(countModel(build))}`);
    }
    for (const variable of [...settings.borrowed.used, ...project.borrowed]) print(`${variable} is used.`);
    for (const variable of settings.borrowed.unread) print(`${variable} is set and means nothing here.`);
    print(problemCount === 0 ? 'No problems.' : `${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}.`);
    return problemCount === 0 ? 0 : 1;
  },
};

interface CheckedProject {
  readonly modelDirectory: string;
  readonly borrowed: readonly string[];
  readonly problemCount: number;
}

/** A project file with problems does not hide those of the model. */
function checkProject(directory: string, { environment, print }: CommandInput): CheckedProject {
  try {
    const { modelDirectory, borrowed } = readProject(directory, environment);
    return { modelDirectory, borrowed, problemCount: 0 };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) print(`${describeConfigProblem(problem)}\n`);
    return { modelDirectory: join(directory, 'model'), borrowed: [], problemCount: error.problems.length };
  }
}

function checkModel(modelDirectory: string, { print }: CommandInput): ModelBuild {
  const { files, unread } = loadModelFiles(modelDirectory);
  const { build } = compileModel(files);
  for (const problem of build.problems) print(`${describeModelProblem(problem, modelDirectory)}\n`);
  for (const notice of build.notices) print(`note: ${describeModelProblem(notice, modelDirectory)}\n`);
  for (const file of unread) print(`note: ${file} is not read: this version reads models in YAML\n`);
  return build;
}
