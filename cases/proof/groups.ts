import { calculated, type Evaluation, filteredRows, lookup, measureValue } from './evaluation.ts';
import { membersOfFilter, pathsOfFilter, type RowFilter } from './filters.ts';
import { findTree, type JoinedRow, Refused } from './joined-rows.ts';
import { cubeNamed, findMember, type Found, type FoundMeasure, leavesOf, pathsOf, subQueriesOf } from './members.ts';
import type { Value, World } from './world.ts';

/** Measures by groups of rows. */
export interface Question {
  /** What makes a group. */
  readonly by: readonly ((evaluation: Evaluation, row: JoinedRow) => Value)[];
  /** The members `by` reads. */
  readonly shown: readonly Found[];
  readonly measures: readonly FoundMeasure[];
  /** Every member the question reads, in the order that decides between join trees. */
  readonly touched: readonly Found[];
}

interface Group {
  readonly key: readonly Value[];
  readonly value: (measure: FoundMeasure) => Value;
}

/** What is aggregated over the rows of one join. */
interface Fact {
  readonly evaluation: Evaluation;
  readonly leaves: readonly FoundMeasure[];
  readonly touched: readonly Found[];
}

/** Each fact by its own rows, matched on the groups: NULL is a value like any other. */
export function groupsOf(evaluation: Evaluation, question: Question): readonly Group[] {
  const facts = factsOf(evaluation, question).map((fact) => {
    const rows = joinedRows(fact.evaluation, fact.touched, fact.leaves);
    const groups = Map.groupBy(rows, (row) => JSON.stringify(question.by.map((of) => of(fact.evaluation, row))));
    if (question.by.length === 0) groups.set('[]', [...rows]);
    return { ...fact, groups };
  });
  return [...new Set(facts.flatMap(({ groups }) => [...groups.keys()]))].map((key): Group => {
    const value = (measure: FoundMeasure): Value => {
      if (measure.member.type === 'calculated') return calculated(evaluation, measure, value);
      const fact = facts.find(({ leaves }) => leaves.some((leaf) => isSame(leaf, measure)));
      const rows = fact?.groups.get(key);
      return fact && rows ? measureValue(fact.evaluation, measure, rows) : null;
    };
    return { key: JSON.parse(key), value };
  });
}

/** The rows of the join of all that is touched, by the filters; sub-queries that cannot be answered are refused. */
export function joinedRows(
  evaluation: Evaluation,
  touched: readonly Found[],
  grouped: readonly FoundMeasure[],
): readonly JoinedRow[] {
  const { world } = evaluation;
  for (const subQuery of touched.flatMap((found) => subQueriesOf(world, found))) lookup(evaluation, subQuery);
  return filteredRows(
    evaluation,
    touched.flatMap((found) => pathsOf(world, found)),
    grouped,
  );
}

/** One, as long as joins connect everything. */
function factsOf(evaluation: Evaluation, question: Question): readonly Fact[] {
  const { world } = evaluation;
  const leaves = question.measures.flatMap((measure) => leavesOf(world, measure));
  if (isConnected(world, question.touched)) return [{ evaluation, leaves, touched: question.touched }];
  const byRoot = Map.groupBy(leaves, (leaf) => rootOf(world, [leaf, ...question.shown]));
  const reaches = [...byRoot.keys()].map((root) => reachOf(world, root));
  const sharesCube = reaches[0]?.some((cube) => reaches.every((reach) => reach.includes(cube)));
  const filters = evaluation.rowFilters.flatMap(apart);
  const isReached = (reach: readonly string[], filter: RowFilter) =>
    pathsOfFilter(world, filter).every((path) => reach.includes(path.at(-1) ?? ''));
  const isPlaced = filters.every((filter) => reaches.some((reach) => isReached(reach, filter)));
  if (byRoot.size < 2 || !sharesCube || !isPlaced) throw new Refused('plan.no-join-path');
  return [...byRoot].map(([root, own]): Fact => {
    const rowFilters = filters.filter((filter) => isReached(reachOf(world, root), filter));
    const filtered = rowFilters.flatMap(membersOfFilter).map((id) => findMember(world, id));
    const read = new Set([...own, ...question.shown, ...filtered].map(idOf));
    const touched = question.touched.filter((found) => read.has(idOf(found)));
    // A calculated measure is not of one fact; its leaves are.
    return {
      evaluation: { ...evaluation, rowFilters, lookups: new Map() },
      leaves: own,
      touched: [...own, ...touched.filter(({ kind }) => kind !== 'measure')],
    };
  });
}

function apart(filter: RowFilter): readonly RowFilter[] {
  return 'and' in filter ? filter.and.flatMap(apart) : [filter];
}

function isConnected(world: World, touched: readonly Found[]): boolean {
  try {
    findTree(
      world,
      touched.flatMap((found) => pathsOf(world, found)),
    );
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

function rootOf(world: World, touched: readonly Found[]): string {
  return findTree(
    world,
    touched.flatMap((found) => pathsOf(world, found)),
  ).root;
}

function reachOf(world: World, root: string): readonly string[] {
  const reached = [root];
  for (const cube of reached) {
    for (const { to } of cubeNamed(world, cube).joins) if (!reached.includes(to)) reached.push(to);
  }
  return reached;
}

function idOf({ cube, member }: Found): string {
  return `${cube.name}.${member.name}`;
}

function isSame(one: Found, other: Found): boolean {
  return idOf(one) === idOf(other);
}
