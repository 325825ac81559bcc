import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CompileCache,
  compileModel,
  type ContextRead,
  folderSchemaFaults,
  indexModel,
  type ModelBuild,
  type Problem,
  queryRuleFault,
} from '@orrery/semantic';
import {
  counting,
  countModel,
  describeModelCounts,
  describeModelProblem,
  describeUnavailable,
  loadModelFiles,
} from '@orrery/runtime';
import { ConfigError, describeConfigProblem } from '@orrery/kernel';
import { isUnconnected, type Project, readProject, readSettings, type Settings, sqlAccountFault } from '@orrery/config';
import {
  branchFlag,
  branchOf,
  type Command,
  type CommandInput,
  onBranch,
  projectOf,
  readContext,
} from '../command/index.ts';

/** Prints every problem of the project with its position; exits with 1 when one is an error. */
export const check: Command = {
  usage: 'check [--project DIR] [--branch NAME] [--connect] [--content] [--context JSON]',
  summary: 'names every problem of the project, its model, its agents and its access tests, with file, line and a hint',
  settings: ['project', 'data'],
  flags: [
    {
      name: 'connect',
      isSwitch: true,
      shows: '  also checks tables, columns, joins and the rows of access tests in the data sources',
    },
    {
      name: 'content',
      isSwitch: true,
      shows: '  also checks whether the model answers the saved reports and dashboards',
    },
    { name: 'context', shows: 'JSON|@FILE  security context that templates read (default: an empty one)' },
    { ...branchFlag, shows: 'NAME  only this branch of orrery.yml (default: the project and all of its branches)' },
  ],
  words: 0,
  async run(input) {
    const { flags, environment, directory, print, note } = input;
    const settings = readSettings({ flags, environment, directory });
    const connects = flags['connect'] === true;
    const folder = connects ? await projectOf(settings, { ...input, print: note }) : settings.projectDirectory;
    const found = checkProject(folder, input);
    let problemCount = found.problemCount + checkAccounts(found, settings, input);
    const unchecked = new Set<string>();
    const [asked, ...others] = modelsOf(found, branchOf(input));
    for (const checked of [asked, ...others]) {
      if (checked.branch !== null) print(`\nBranch ${checked.branch}`);
      if (!statSync(checked.modelDirectory, { throwIfNoEntry: false })?.isDirectory()) continue;
      const model = checkModel(checked, input);
      problemCount += model.build.problems.length;
      for (const file of model.unchecked) unchecked.add(file);
      print(describeModelCounts(countModel(model.build)));
      for (const line of describeUnavailable(model.build)) print(line);
      if (connects) problemCount += await checkData(model, checked, settings, input);
      problemCount += checkRules(model, checked, input);
      problemCount += checkFolders(model, checked, input);
      problemCount += await checkToldAgents(model.build, checked, folder, input);
      if (checked === asked) problemCount += await checkAccess(model.build, checked, settings, input);
      if (checked === asked && flags['content'] === true) {
        problemCount += await checkSaved(model.build, checked, settings, input);
      }
    }
    for (const variable of [...settings.borrowed.used, ...found.borrowed]) print(`${variable} is used.`);
    for (const variable of settings.borrowed.unread) print(`${variable} is set and has no effect.`);
    const said = problemCount === 0 ? 'No problems' : counting(problemCount, 'problem');
    print(
      unchecked.size === 0 ? `${said}.` : `${said} in what was checked. Not checked: ${[...unchecked].join(', ')}.`,
    );
    return problemCount === 0 ? 0 : 1;
  },
};

interface CheckResult {
  readonly modelDirectory: string;
  readonly borrowed: readonly string[];
  readonly variables: Project['modelVariables'];
  readonly problemCount: number;
  /** Files whose problems keep the project from being opened: `orrery.yml has problems`. */
  readonly faults: string;
  /** Absent when its file has problems. */
  readonly project?: Project;
}

interface CheckedBranch extends CheckResult {
  readonly branch: string | null;
}

/** Returns the models to check: the project and each of its branches, or only the requested one. */
function modelsOf(found: CheckResult, branch: string | null): readonly [CheckedBranch, ...CheckedBranch[]] {
  const { project } = found;
  const of = (name: string | null): CheckedBranch => {
    if (!project || name === null) return { ...found, branch: null };
    const chosen = onBranch(project, name);
    return { ...found, project: chosen, modelDirectory: chosen.modelDirectory, branch: name };
  };
  if (branch !== null) return [of(branch)];
  return [of(null), ...[...(project?.branches.keys() ?? [])].map(of)];
}

/** Reads the project and its models: problems in the project file do not hide those of the model. */
function checkProject(directory: string, { environment, print }: CommandInput): CheckResult {
  try {
    const project = readProject(directory, environment);
    const { modelDirectory, borrowed, modelVariables: variables } = project;
    return { modelDirectory, borrowed, variables, problemCount: 0, faults: '', project };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) print(`${describeConfigProblem(problem)}\n`);
    const modelDirectory = join(directory, 'model');
    const files = [...new Set(error.problems.map(({ at }) => at?.file ?? 'orrery.yml'))];
    const faults = `${files.join(' and ')} ${files.length === 1 ? 'has' : 'have'} problems`;
    return { modelDirectory, borrowed: [], variables: new Map(), problemCount: error.problems.length, faults };
  }
}

interface CheckedModel {
  readonly build: ModelBuild;
  /** Files that yield nothing without a value from the caller. */
  readonly unchecked: readonly string[];
  readonly cache: CompileCache;
}

function checkModel({ modelDirectory, variables }: CheckResult, input: CommandInput): CheckedModel {
  const { context: given } = input.flags;
  const context = given === undefined ? undefined : readContext(given, input.directory);
  const files = loadModelFiles(modelDirectory);
  const { build: whole, cache, contextReads } = compileModel(files, undefined, { variables, context: context ?? {} });
  const isMissing = ({ code }: Problem) => context === undefined && code === 'model.template-missing-context';
  const build = { ...whole, problems: whole.problems.filter((one) => !isMissing(one)) };
  printReport(build.problems, modelDirectory, input);
  for (const notice of build.notices) input.print(`note: ${describeModelProblem(notice, modelDirectory)}\n`);
  const missing = whole.problems.filter(isMissing);
  for (const problem of missing) input.print(`note: ${describeModelProblem(problem, modelDirectory)}\n`);
  const unchecked = [...new Set(missing.flatMap(({ at }) => (at?.kind === 'file' ? [at.file] : [])))];
  if (unchecked.length > 0)
    input.print(
      `Not checked, because values of the security context are missing: ${unchecked.join(', ')}. Check them with values of a caller: --context '${exampleContext(contextReads)}'.`,
    );
  if (contextReads.length > 0 && context === undefined)
    input.print(
      'Templates read the security context. They were checked with an empty one; give another: --context JSON.',
    );
  return { build, cache, unchecked };
}

/** Example of a context with every value that templates did not find. */
function exampleContext(reads: readonly ContextRead[]): string {
  const example: Record<string, unknown> = Object.create(null);
  for (const { path, found } of reads) {
    const last = path.at(-1);
    if (found !== undefined || last === undefined) continue;
    let at = example;
    for (const key of path.slice(0, -1)) {
      const inner = at[key];
      const next: Record<string, unknown> = isRecord(inner) ? inner : Object.create(null);
      at[key] = next;
      at = next;
    }
    at[last] ??= '...';
  }
  return JSON.stringify(example);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @returns the number of problems */
async function checkData(
  { build, cache }: CheckedModel,
  { project, modelDirectory, faults }: CheckResult,
  { dataDirectory, engineMemoryMb }: Settings,
  input: CommandInput,
): Promise<number> {
  const { print } = input;
  if (!project) {
    print(`The data sources are not queried while ${faults}.`);
    return 0;
  }
  const { makeDataDirectory } = await import('@orrery/runtime');
  const { openDataSource } = await import('@orrery/runtime');
  const { checkSources } = await import('../modeling/check-sources/check-sources.ts');
  makeDataDirectory(dataDirectory);
  const unconnected = [...project.dataSources].filter(([, source]) => isUnconnected(source)).map(([name]) => name);
  const { problems, lost, cubeCount, days, casts, shortQuotients } = await checkSources({
    build,
    cache,
    dataSources: [...project.dataSources.keys()],
    unconnected,
    open: (name) => openDataSource(name, project, { dataDirectory, memoryMb: engineMemoryMb }),
  });
  print(`${cubeCount} ${cubeCount === 1 ? 'cube' : 'cubes'} compared with the data.\n`);
  if (days.length > 0) print(`Days, which no zone moves: ${days.join(', ')}.\n`);
  if (casts.length > 0) print(`Shown by a cast of the column: ${casts.join('; ')}.\n`);
  for (const dataSource of shortQuotients) {
    print(
      `orrery.yml: Quotients of decimals in SQL of your cubes, such as SUM(a) / SUM(b), keep only the decimals of their parts in the data source '${dataSource}': write 1e0 * SUM(a) / SUM(b).\n`,
    );
  }
  for (const dataSource of unconnected)
    print(`orrery.yml: Nothing connects to the data source '${dataSource}': its cubes were not compared.\n`);
  printProblems(problems, modelDirectory, input);
  for (const { dataSource, reason } of lost)
    print(`orrery.yml: The data source '${dataSource}' cannot be asked: ${reason}\n`);
  return problems.length + lost.length;
}

/** Checks the query rules, which the model may make impossible to apply. @returns the number of problems */
function checkRules({ build }: CheckedModel, { project }: CheckResult, { print }: CommandInput): number {
  const model = indexModel(build.pieces, build.unavailable);
  const faults = (project?.query.rules ?? []).flatMap((rule) => {
    const fault = queryRuleFault(rule, model);
    return fault === undefined ? [] : [{ ...rule, fault }];
  });
  for (const { file, line, fault } of faults) print(`${file}:${line}: This rule refuses every query: ${fault}\n`);
  return faults.length;
}

/** Checks that folders can be schemas, where they are to be. @returns the number of problems */
function checkFolders({ build }: CheckedModel, { project }: CheckResult, { print }: CommandInput): number {
  const faults = project?.folderSchemas ? folderSchemaFaults(build.pieces, project.folderSchemas) : [];
  for (const fault of faults) print(`${fault}\n`);
  return faults.length;
}

/** Checks the accounts of the SQL port that variables name. @returns the number of problems */
function checkAccounts({ project }: CheckResult, { sql }: Settings, { print }: CommandInput): number {
  const fault = project && sqlAccountFault(sql, (name) => project.sqlUsers.has(name));
  if (fault === undefined) return 0;
  print(`${fault}\n`);
  return 1;
}

/** Checks the files below `agents/`. @returns the number of problems */
async function checkToldAgents(
  build: ModelBuild,
  { project }: CheckResult,
  directory: string,
  { clock, print }: CommandInput,
): Promise<number> {
  const agentsDirectory = project?.agentsDirectory ?? join(directory, 'agents');
  if (!existsSync(agentsDirectory)) return 0;
  const { checkAgents } = await import('./check-agents.ts');
  const { problems, lines } = await checkAgents(build, { agentsDirectory, directory, project }, clock.now());
  for (const problem of problems) print(`${describeConfigProblem(problem)}\n`);
  for (const line of lines) print(line);
  return problems.length;
}

/** Runs the access tests in `access_tests/`. @returns the number of failures */
async function checkAccess(
  build: ModelBuild,
  { project, faults }: CheckResult,
  settings: Settings,
  { flags, clock, print }: CommandInput,
): Promise<number> {
  const { readAccessTests } = await import('@orrery/deployments');
  const { tests, problems } = await readAccessTests(settings.projectDirectory);
  for (const problem of problems) print(`${describeConfigProblem(problem)}\n`);
  if (tests.length === 0) return problems.length;
  if (!project) {
    print(`The access tests are not run while ${faults}.`);
    return problems.length;
  }
  if (build.problems.length > 0) {
    print('The access tests are not run while the model has problems.');
    return problems.length;
  }
  const { checkAccessTests } = await import('@orrery/deployments');
  const { failures, passed, unasked, notes } = await checkAccessTests(tests, {
    project,
    settings,
    clock,
    connects: flags['connect'] === true,
  });
  for (const note of notes) print(`note: ${describeConfigProblem(note)}\n`);
  for (const failed of failures) print(`${describeConfigProblem(failed)}\n`);
  print(`${passed} of ${passed + failures.length} assertions of the access tests pass.`);
  if (unasked > 0) print(`${unasked} more ${unasked === 1 ? 'is' : 'are'} about rows: orrery check --connect.`);
  return problems.length + failures.length;
}

/** Reports saved content that this model cannot answer. @returns the number of problems */
async function checkSaved(
  build: ModelBuild,
  { project, faults }: CheckResult,
  settings: Settings,
  { clock, print }: CommandInput,
): Promise<number> {
  if (!project) {
    print(`What people have saved is not checked while ${faults}.`);
    return 0;
  }
  const { checkContent, describeFinding } = await import('./check-content.ts');
  const { findings, checked } = await checkContent(build, project, settings, clock);
  const lines = findings.flatMap(describeFinding);
  for (const line of lines) print(`${line}\n`);
  print(`${checked} saved ${checked === 1 ? 'query' : 'queries'} compared with the model.`);
  return lines.length;
}

/** Problems of the model, file by file. */
function printReport(problems: readonly Problem[], modelDirectory: string, input: CommandInput): void {
  if (problems.length > 0) input.print('Compile errors:');
  const byFile = Map.groupBy(problems, ({ at }) => (at && 'file' in at ? at.file : ''));
  for (const [file, some] of byFile) {
    if (file !== '') input.print(`${file} Errors:`);
    printProblems(some, modelDirectory, input);
  }
}

function printProblems(problems: readonly Problem[], modelDirectory: string, { print }: CommandInput): void {
  for (const problem of problems) print(`${describeModelProblem(problem, modelDirectory)}\n`);
}
