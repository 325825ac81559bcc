import type { WireProblem } from '@orrery/contract';
import { isVisible, type MemberId, type RequestContext, whyMissing } from '@orrery/semantic';
import {
  type RequestedQuery,
  askOnce,
  type CallerRuntime,
  DataSourceFailure,
  InvalidQuery,
  type ModelForCaller,
  planPrepared,
  prepareAll,
  type QueryResult,
  readRequest,
  type ParsedQuery,
} from '@orrery/runtime';
import { type ConfigProblem, MalformedCaller, Unavailable } from '@orrery/kernel';
import { callerNotes } from '@orrery/people';
import type { AccessTest, TestedMember, QueryTest, ExpectedRow } from './access-test.ts';
import type { ResolveContext } from './with-callers.ts';
import { rowDifferences } from './compare-rows.ts';
import { seesEverything } from './sees-everything.ts';
import { untestedGroups } from './untested-groups.ts';
import { whyNotSeen } from './why-not-seen.ts';

/** The model that tests run against. */
export interface TestedModel {
  /** Returns the model of a caller. @throws MalformedCaller */
  modelFor(context: AccessTest['as']): Promise<ModelForCaller>;
  /** Returns the runtime of a caller; when absent, rows are not compared. @throws MalformedCaller */
  runtimeFor?(context: AccessTest['as']): Promise<CallerRuntime>;
  readonly resolve: ResolveContext;
  /** Waits before each query until others had their turn; absent where no other work runs. */
  giveWay?(): Promise<void>;
  readonly clock: { now(): number };
}

export interface TestRun {
  /** One problem per failed assertion, at its position. */
  readonly failures: readonly ConfigProblem[];
  /** Assertions that hold. */
  readonly passed: number;
  /** Assertions about rows that were not checked because there is no data. */
  readonly unasked: number;
  /** Hints that a test may not check what it intends. */
  readonly notes: readonly ConfigProblem[];
}

export async function runAccessTests(tests: readonly AccessTest[], tested: TestedModel): Promise<TestRun> {
  const runs: SingleRun[] = [];
  for (const test of tests) runs.push(await runTest(test, tested));
  return {
    notes: [...runs.flatMap(({ notes }) => notes), ...groupNotes(runs)],
    failures: runs.flatMap(({ failures }) => failures),
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    unasked: runs.reduce((sum, { unasked }) => sum + unasked, 0),
  };
}

type TestVerdict = ConfigProblem | 'passed' | 'unasked';

interface SingleRun extends TestRun {
  readonly groups: readonly string[];
  readonly model?: ModelForCaller['model'];
}

async function runTest(test: AccessTest, tested: TestedModel): Promise<SingleRun> {
  const asked = await stateFor(test, tested).catch((error: unknown): MalformedCaller => {
    if (error instanceof MalformedCaller) return error;
    throw error;
  });
  if (asked instanceof MalformedCaller) {
    const failures = [failure(test, test.asPlace, `no caller can have this security context: ${asked.message}`)];
    return { failures, passed: 0, unasked: 0, notes: [], groups: [] };
  }
  const { test: known, state } = asked;
  const verdicts = await verdictsOf(known, state, tested);
  return {
    groups: state.caller.groups,
    model: state.model,
    notes: notesOf(test, state).map((note) => failure(test, test.asPlace, note)),
    failures: verdicts.filter((verdict) => typeof verdict !== 'string'),
    passed: verdicts.filter((verdict) => verdict === 'passed').length,
    unasked: verdicts.filter((verdict) => verdict === 'unasked').length,
  };
}

/** Returns the test with the attributes of the user it names, and the model of that caller. @throws MalformedCaller */
async function stateFor(given: AccessTest, tested: TestedModel) {
  const test = { ...given, as: await tested.resolve(given.as) };
  return { test, state: await tested.modelFor(test.as) };
}

async function verdictsOf(test: AccessTest, model: ModelForCaller, tested: TestedModel): Promise<TestVerdict[]> {
  const problems = model.model.build.problems.length;
  if (problems > 0) return [failure(test, test.asPlace, `the model has problems (${problems}) for this caller`)];
  const verdicts = [
    ...test.sees.map((member) => membersVerdict(test, member, model, true)),
    ...test.mustNotSee.map((member) => membersVerdict(test, member, model, false)),
  ];
  for (const query of test.queries) {
    await tested.giveWay?.();
    verdicts.push(await queryVerdict(test, query, model, tested));
  }
  return verdicts;
}

/**
 * Checks whether a member is visible. A missing member fails: no caller could see it, so the test would check nothing.
 */
function membersVerdict(
  test: AccessTest,
  { name, place }: TestedMember,
  state: ModelForCaller,
  sees: boolean,
): TestVerdict {
  const { index } = state.model;
  const member = index.members.get(name as MemberId);
  if (!member) {
    const { message, hint } = whyMissing(name, index);
    return failure(test, place, message, hint);
  }
  if (isVisible(member, index, state.access) === sees) return 'passed';
  return failure(test, place, sees ? `'${name}' is not seen: ${whyNotSeen(member, state)}` : `'${name}' is seen`);
}

async function queryVerdict(
  test: AccessTest,
  asked: QueryTest,
  model: ModelForCaller,
  { clock, ...tested }: TestedModel,
): Promise<TestVerdict> {
  const { expected } = asked;
  const context: RequestContext = { kind: 'caller', securityContext: test.as };
  try {
    const { queries } = readRequest({ query: asked.query }, false);
    const prepared = prepareAll(queries, model, clock.now());
    for (const one of prepared) planPrepared(one.prepared, context);
    if (expected.kind === 'refused') return failure(test, expected.place, 'the query is answered');
    if (!tested.runtimeFor) return 'unasked';
    const runtime = await tested.runtimeFor(test.as);
    const options = { securityContext: test.as, clock, format: 'default', countsTotal: false } as const;
    const read = () => readRequest({ query: asked.query }, false);
    const { results } = await askOnce(runtime, { kind: 'read', read, prepare: prepareUnmarked }, options);
    return rowsVerdict(test, asked, results.flatMap(rowsOf), numbersOf(results));
  } catch (error) {
    if (error instanceof DataSourceFailure || error instanceof Unavailable)
      return failure(test, asked.place, `the data cannot be queried: ${wordsOf(error)}`);
    if (!(error instanceof InvalidQuery)) throw error;
    const messages = error.problems.map(({ message }) => message).join('; ');
    if (expected.kind !== 'refused') return failure(test, asked.place, `the query is refused: ${messages}`);
    const fault = faultForEverybody(asked, model, context, clock);
    if (fault) return failure(test, asked.place, `the query is refused for every caller: ${fault.message}`, fault.hint);
    if (expected.text === undefined || messages.includes(expected.text)) return 'passed';
    return failure(test, expected.place, `the query is refused with another text: ${messages}`);
  }
}

/** Returns what is wrong with a query even for an unrestricted caller: such a refusal is no matter of access. */
function faultForEverybody(
  { query }: QueryTest,
  model: ModelForCaller,
  context: RequestContext,
  clock: TestedModel['clock'],
): WireProblem | undefined {
  try {
    const { queries } = readRequest({ query }, false);
    for (const one of prepareAll(queries, seesEverything(model), clock.now())) planPrepared(one.prepared, context);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems[0];
    throw error;
  }
}

/** Warns of tests that hold only because their caller has no groups and attributes the policies know. */
function notesOf({ as }: AccessTest, { model, caller }: ModelForCaller): readonly string[] {
  const notes = callerNotes(as);
  const isWithout = caller.userAttributes === undefined && Object.keys(as).length > 0;
  const named = untestedGroups(model.index, new Set());
  if (!isWithout || notes.length > 0 || named.length === 0) return notes;
  return [`'as' has no cubeCloud, so the caller is in none of the groups that policies name: ${named.join(', ')}`];
}

function groupNotes(runs: readonly SingleRun[]): readonly ConfigProblem[] {
  const tested = new Set(runs.flatMap(({ groups }) => groups));
  const untested = new Set(runs.flatMap(({ model }) => (model ? untestedGroups(model.index, tested) : [])));
  if (untested.size === 0) return [];
  const message = `No access test has a caller in these groups, which policies name: ${[...untested].join(', ')}.`;
  return [{ message, hint: 'Is one of them misspelled?' }];
}

function wordsOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function rowsVerdict(
  test: AccessTest,
  { query, expected }: QueryTest,
  rows: readonly ExpectedRow[],
  numbers: ReadonlySet<string>,
): TestVerdict {
  switch (expected.kind) {
    case 'count':
      if (rows.length === expected.count) return 'passed';
      return failure(test, expected.place, `the query gives ${rows.length} rows, not ${expected.count}`);
    case 'rows': {
      const isOrdered = typeof query === 'object' && query !== null && 'order' in query;
      const lines = rowDifferences(expected.rows, rows, { isOrdered, numbers });
      if (lines.length === 0) return 'passed';
      return failure(test, expected.place, ['the rows differ', ...lines.map((line) => `    ${line}`)].join('\n'));
    }
    case 'refused':
      throw new Error('a refusal is expected before rows are read');
  }
}

function numbersOf(queries: readonly ParsedQuery[]): ReadonlySet<string> {
  const outputs = queries.flatMap(({ prepared }) => prepared.bound.outputs);
  return new Set(outputs.filter(({ type }) => type === 'number').map(({ name }) => name));
}

/** Rows of a comparison do not say which of its ranges they are of. */
function prepareUnmarked(
  queries: readonly RequestedQuery[],
  state: ModelForCaller,
  now: number,
): readonly ParsedQuery[] {
  return prepareAll(
    queries.map(({ mark: _, ...query }) => query),
    state,
    now,
  );
}

function rowsOf({ answer }: QueryResult): readonly ExpectedRow[] {
  return JSON.parse(Buffer.concat(answer.data).toString('utf8')) as readonly ExpectedRow[]; // as encode-rows has just written it
}

function failure(test: AccessTest, at: ConfigProblem['at'], message: string, hint?: string): ConfigProblem {
  const ended = /\n|\.$/.test(message) ? message : `${message}.`;
  return { message: `${test.name}: ${ended}`, ...(at ? { at } : {}), ...(hint ? { hint } : {}) };
}
