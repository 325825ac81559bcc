import { ConfigError, type ConfigProblem } from '@orrery/kernel';
import { type ForeignInputs, type Project, readForeignProject } from '@orrery/config';
import {
  hintWithTaken,
  folderSchemaFaults,
  indexModel,
  type ModelBuild,
  type Problem,
  queryRuleFault,
} from '@orrery/semantic';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltVersion, CheckAccess } from './check-access.ts';
import {
  type CompileLimits,
  CompileThread,
  countModel,
  foreignCompileLimits,
  hideValues,
  type ModelCounts,
  ModelTooLarge,
} from '@orrery/runtime';

/** A problem that keeps a version from serving, or a warning for its author. */
export interface VersionProblem {
  /** Path in the archive. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Code of a problem in the model; see `docs/problems.md`. */
  readonly code?: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Result of `orrery check` for a version with the deployment's current inputs. */
export interface VersionCheck {
  /** The version can serve when there are none. */
  readonly problems: readonly VersionProblem[];
  readonly notices: readonly VersionProblem[];
  /** Counts for the model, without branches. */
  readonly counts: ModelCounts;
}

/** The account of the version, and the function that runs its access tests. */
interface VersionAccess {
  readonly accountId: number;
  readonly checkAccess: CheckAccess;
  readonly limits?: CompileLimits;
}

/** Bound on listed problems; longer lists are not read. */
const mostListed = 500;

const accessTestsFolder = 'access_tests';
const untested = { problems: [], notices: [] };
const nothing: ModelCounts = { cubes: 0, views: 0, members: 0, unavailable: 0 };

/** @param directory with the files of the version @param inputs whose values must not appear in the result */
export async function checkVersion(
  directory: string,
  inputs: ForeignInputs,
  access: VersionAccess,
): Promise<VersionCheck> {
  const hide = hiding(directory, inputs.variables);
  const checked = await check(directory, inputs, access);
  return { ...checked, problems: bounded(checked.problems).map(hide), notices: bounded(checked.notices).map(hide) };
}

function bounded(all: readonly VersionProblem[]): readonly VersionProblem[] {
  if (all.length <= mostListed) return all;
  return [...all.slice(0, mostListed), { message: `There are ${all.length - mostListed} more.` }];
}

async function check(directory: string, inputs: ForeignInputs, access: VersionAccess): Promise<VersionCheck> {
  let project: Project;
  try {
    project = readForeignProject(directory, inputs);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: error.problems.map(configProblem), notices: [], counts: nothing };
  }
  const { modelDirectory, branches } = project;
  const folders = new Set([modelDirectory, ...[...branches.values()].map((branch) => branch.modelDirectory)]);
  const found: VersionCheck[] = [];
  for (const folder of folders) {
    const isTested = folder === modelDirectory && (await isThere(join(directory, accessTestsFolder)));
    found.push(await checkModel(directory, folder, project, isTested ? access : undefined, access.limits));
  }
  return {
    problems: found.flatMap(({ problems }) => problems),
    notices: found.flatMap(({ notices }) => notices),
    counts: found[0]?.counts ?? nothing,
  };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function checkModel(
  directory: string,
  folder: string,
  project: Project,
  access: VersionAccess | undefined,
  limits = foreignCompileLimits,
): Promise<VersionCheck> {
  const thread = new CompileThread(folder, project.modelVariables, limits);
  try {
    const compiled = await thread.compile();
    if (compiled.kind !== 'compiled') throw new Error('the compile thread began without a model');
    const { build, files } = compiled;
    const place = folder.slice(directory.length + 1);
    const isMissing = ({ code }: Problem) => code === 'model.template-missing-context';
    const problems = build.problems.filter((one) => !isMissing(one));
    const buildFor: BuiltVersion['buildFor'] = async (context) =>
      files ? (await thread.compileVariant(files, context)).build : build;
    const mayTest = access !== undefined && problems.length === 0;
    const tested = mayTest
      ? await withinTime(access.checkAccess({ accountId: access.accountId, directory, project, buildFor }))
      : untested;
    if (tested === 'late') {
      return { problems: [{ message: 'The access tests take too long to run.' }], notices: [], counts: nothing };
    }
    const notices = [...build.notices, ...build.problems.filter(isMissing)];
    return {
      problems: [
        ...problems.map((one) => modelProblem(one, place)),
        ...ruleProblems(project, build),
        ...folderProblems(project, build),
        ...tested.problems.map(configProblem),
      ],
      notices: [...notices.map((one) => modelProblem(one, place)), ...tested.notices.map(configProblem)],
      counts: countModel(build),
    };
  } catch (error) {
    if (!(error instanceof ModelTooLarge)) throw error;
    return { problems: [{ message: error.message }], notices: [], counts: nothing };
  } finally {
    await thread.close();
  }
}

/** Lists query rules that the model makes impossible to apply. */
function ruleProblems({ query }: Project, build: ModelBuild): readonly VersionProblem[] {
  const model = indexModel(build.pieces, build.unavailable);
  return query.rules.flatMap((rule) => {
    const fault = queryRuleFault(rule, model);
    if (fault === undefined) return [];
    return [{ file: rule.file, line: rule.line, message: `This rule refuses every query: ${fault}` }];
  });
}

/** Lists folders of views that `sql.folders_as_schemas` cannot make schemas of. */
function folderProblems({ folderSchemas }: Project, { pieces }: ModelBuild): readonly VersionProblem[] {
  return folderSchemas ? folderSchemaFaults(pieces, folderSchemas).map((message) => ({ message })) : [];
}

/** Time limit of access tests: their author is unknown, and they must not block others. */
const longestTestMs = 120_000;

async function withinTime<T>(work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), longestTestMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // a thread that is ended says so to nobody
  }
}

function configProblem({ message, at, hint }: ConfigProblem): VersionProblem {
  return { ...at, message, hint };
}

function modelProblem({ code, message, at, ...reported }: Problem, place: string): VersionProblem {
  const problem = { code, message, hint: hintWithTaken(reported) };
  switch (at?.kind) {
    case 'file':
      return { ...problem, file: `${place}/${at.file}`, line: at.line, column: at.column };
    case 'document':
      return { ...problem, file: `${place}/${at.file}`, message: `${at.path.join('.')}: ${message}` };
    default:
      return problem;
  }
}

/** Removes the values of variables, which are secrets, and the folder's location from problems. */
function hiding(directory: string, variables: ForeignInputs['variables']): (problem: VersionProblem) => VersionProblem {
  const hide = (text: string) => hideValues(text.replaceAll(`${directory}/`, ''), variables.values());
  return ({ message, hint, ...rest }) => ({
    ...rest,
    message: hide(message),
    ...(hint === undefined ? {} : { hint: hide(hint) }),
  });
}
