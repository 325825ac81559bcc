import { joinedRows } from './touched-rows.ts';
import { calculated, type Evaluation, measureValue, pathsOfRule, rulesOver } from './evaluation.ts';
import { evaluate } from './expression.ts';
import { apart, membersOfFilter, type RowFilter } from './filters.ts';
import { findTree, type JoinedRow } from './joined-rows.ts';
import { groupMask, settleMasks } from './masks.ts';
import {
  findMember,
  type Found,
  type FoundDimension,
  type FoundMeasure,
  leavesOf,
  pathsOf,
  pathsOfFilter,
} from './members.ts';
import { Refused, Unsettled } from './refusal.ts';
import { rollingOf } from './rolling.ts';
import { stageOf } from './stages.ts';
import { isSwitch, withoutSwitches } from './switches.ts';
import { cubeNamed, type Value, type World, type WorldMasked } from './world.ts';

/** Measures by groups of rows. */
export interface Question {
  /** The dimensions that define a group. */
  readonly by: readonly Grain[];
  readonly measures: readonly FoundMeasure[];
  /** Every member the question reads, in the order that decides between join trees. */
  readonly touched: readonly Found[];
}

/** A dimension, or a granularity of it. */
export interface Grain {
  readonly found: FoundDimension;
  readonly granularity?: string;
  readonly of: (evaluation: Evaluation, row: JoinedRow) => Value;
}

function isAggregate({ shown }: WorldMasked): boolean {
  return shown?.kind === 'call' && shown.operator === 'SUM';
}

function maskMeasure(measure: FoundMeasure, { shown }: WorldMasked): FoundMeasure {
  return { ...measure, member: { name: measure.member.name, type: 'raw', ...(shown ? { sql: shown } : {}) } };
}

const ofNothing = { column: () => null, member: () => null };

export interface Group {
  readonly key: readonly Value[];
  readonly value: (measure: FoundMeasure) => Value;
  /** Whether it shows the mask of a measure. */
  readonly isMasked: (measure: FoundMeasure) => boolean;
  /** It may be one of several rows, each with one of the inner rows of a measure. */
  readonly repeats: boolean;
}

/** Measures that are aggregated over the rows of one join. */
interface Fact {
  readonly evaluation: Evaluation;
  readonly leaves: readonly FoundMeasure[];
  readonly touched: readonly Found[];
}

/** Rows of measures, each at its own grain, matched on the groups: NULL is a value like any other. */
export function groupsOf(given: Evaluation, asked: Question): readonly Group[] {
  const { evaluation, question, again } = settleMasks(given, asked);
  const { world } = evaluation;
  const leaves = question.measures.flatMap((measure) => leavesOf(world, measure));
  const isSimple = leaves.every(({ member }) => !member.stage && !member.window);
  // Rows do not join the cube of a switch.
  const joined = question.touched.filter((one) => !isSwitch(one));
  if (!isSimple && !isConnected(world, joined)) throw new Unsettled('windows or stages beside facts apart');
  const stages = leaves
    .filter(({ member }) => member.stage)
    .map((leaf) => ({ leaf, ...stageOf(evaluation, question, leaf) }));
  const overRows = leaves.filter(({ member }) => !member.stage);
  const rows = overRows.filter(({ member }) => !member.window);
  const repeated = stages.filter(({ isWhole }) => !isWhole);
  // Values that repeat on groups need groups.
  const severalRows = stages.filter(({ rows: several }) => several);
  if (new Set(severalRows.map(({ leaf }) => idOf(leaf))).size > 1) throw new Unsettled('inner rows of two measures');
  const isRepeatedOnly = question.by.length > 0;
  const hasRolling = overRows.length > rows.length;
  const needsRows = rows.length > 0 || (stages.length === 0 ? !hasRolling : repeated.length > 0 && isRepeatedOnly);
  const bare = needsRows || hasRolling ? withoutSwitches(evaluation, question) : undefined;
  const base = bare?.evaluation ?? evaluation;
  const own = rowQuestion(world, bare?.question ?? question, overRows);
  const rolling = overRows
    .filter(({ member }) => member.window)
    .map((leaf) => ({ leaf, ...rollingOf(base, own, leaf) }));
  if (new Set(rolling.map(({ leaf }) => JSON.stringify(leaf.member.window))).size > 1 && question.by.length > 1) {
    throw new Unsettled('which of several windows is empty');
  }
  const standsAlone = bare !== undefined && overRows.length === 0 && bare.question.by.length === 0;
  const facts =
    needsRows && !standsAlone
      ? factGroups(base, { ...own, measures: own.measures.filter((one) => !isRolling(one)) })
      : [];
  // A switch that stands alone has its values without any row.
  const ofRows = standsAlone
    ? ['[]']
    : [...facts.flatMap(({ groups }) => [...groups.keys()]), ...rolling.flatMap(({ keys: all }) => all)];
  const keys = new Set([
    ...(bare ? ofRows.flatMap(bare.beside) : ofRows),
    ...stages.filter(({ isWhole }) => isWhole).flatMap(({ keys: all }) => all),
  ]);
  const [several] = severalRows;
  // Without other groups, the inner rows are the whole answer.
  const isSeveralAlone = several !== undefined && keys.size === 0 && question.by.length === 0;
  const places = [...(isSeveralAlone ? ['[]'] : keys)].flatMap((key) => {
    const count = several?.rows?.(JSON.parse(key)).length ?? 1;
    return Array.from({ length: isSeveralAlone ? count : Math.max(count, 1) }, (_, place) => ({ key, place }));
  });
  return places.map(({ key, place }): Group => {
    const ownKey = bare ? bare.apart(key) : key;
    const value = (named: FoundMeasure): Value => {
      const measure = again(named);
      if (measure.member.isMask && measure.member.sql) return evaluate(measure.member.sql, ofNothing);
      const mask = groupMask(evaluation, question.by, measure, JSON.parse(key));
      if (mask && !isAggregate(mask)) return mask.shown ? evaluate(mask.shown, ofNothing) : null;
      const isOfRows = measure.member.type !== 'calculated' && !measure.member.stage && !measure.member.window;
      if (mask && !isOfRows) throw new Unsettled('an aggregate in the place of what has no rows of its own');
      if (measure.member.type === 'calculated' && !isRolling(measure)) return calculated(evaluation, measure, value);
      const stage = stages.find(({ leaf }) => isSame(leaf, measure));
      if (stage) return stage.rows ? (stage.rows(JSON.parse(key))[place] ?? null) : stage.value(JSON.parse(key));
      const rolled = rolling.find(({ leaf }) => isSame(leaf, measure));
      if (rolled) return ownKey === undefined ? null : rolled.value(ownKey);
      const fact = facts.find(({ leaves: all }) => all.some((leaf) => isSame(leaf, measure)));
      const group = ownKey === undefined ? undefined : fact?.groups.get(ownKey);
      const shown = mask ? maskMeasure(measure, mask) : measure;
      return fact && group ? measureValue(fact.evaluation, shown, group) : null;
    };
    const isMasked = (named: FoundMeasure): boolean => {
      const measure = again(named);
      const { isMask, isAggregateMask } = measure.member;
      const mask = groupMask(evaluation, question.by, measure, JSON.parse(key));
      return isMask === true || isAggregateMask === true || mask !== undefined;
    };
    return { key: JSON.parse(key), value, isMasked, repeats: several !== undefined };
  });
}

function isRolling({ member }: FoundMeasure): boolean {
  return member.window !== undefined;
}

function factGroups(evaluation: Evaluation, question: Question) {
  return factsOf(evaluation, question).map((fact) => {
    const rows = joinedRows(fact.evaluation, fact.touched, fact.leaves);
    const groups = Map.groupBy(rows, (row) => JSON.stringify(question.by.map(({ of }) => of(fact.evaluation, row))));
    if (question.by.length === 0) groups.set('[]', [...rows]);
    return { ...fact, groups };
  });
}

/** Returns the question without its stages: its own rows start from the same root as without them. */
function rowQuestion(world: World, question: Question, rows: readonly FoundMeasure[]): Question {
  const isPlain = (measure: FoundMeasure) => leavesOf(world, measure).every(({ member }) => !member.stage);
  const plain = question.measures.filter(isPlain);
  if (rows.length === 0) return { ...question, measures: [] };
  if (plain.length === question.measures.length) return question;
  const touched = question.touched.flatMap((one): readonly Found[] => {
    if (one.kind !== 'measure' || isPlain(one)) return [one];
    // A calculation stands for what it is made of without its stages.
    const overRows = leavesOf(world, one).filter(({ member }) => !member.stage);
    return overRows.map((leaf) => (leaf.cube === one.cube ? { ...leaf, path: one.path } : leaf));
  });
  return { ...question, measures: [...plain, ...rows], touched };
}

/** One, as long as joins connect everything. */
function factsOf(evaluation: Evaluation, question: Question): readonly Fact[] {
  const { world } = evaluation;
  const leaves = question.measures
    .flatMap((measure) => leavesOf(world, measure))
    .filter(({ member }) => !member.stage && !member.window);
  if (isConnected(world, question.touched)) return [{ evaluation, leaves, touched: question.touched }];
  const byRoot = Map.groupBy(leaves, (leaf) => rootOf(world, [leaf, ...shownOf(question)]));
  const reaches = [...byRoot.keys()].map((root) => reachOf(world, root));
  const sharesCube = reaches[0]?.some((cube) => reaches.every((reach) => reach.includes(cube)));
  const hasHub = world.cubes.some(({ name }) =>
    [...byRoot.keys()].every((root) => reachOf(world, name).includes(root)),
  );
  const filters = evaluation.rowFilters.flatMap(apart);
  const isReached = (reach: readonly string[], filter: RowFilter) =>
    pathsOfFilter(world, filter).every((path) => reach.includes(path.at(-1) ?? ''));
  const isPlaced = filters.every((filter) => reaches.some((reach) => isReached(reach, filter)));
  if (byRoot.size < 2 || !(sharesCube || hasHub) || !isPlaced) throw new Refused('plan.no-join-path');
  return [...byRoot].map(([root, own]): Fact => {
    const rowFilters = filters.filter((filter) => isReached(reachOf(world, root), filter));
    const filtered = rowFilters.flatMap(membersOfFilter).map((id) => findMember(world, id));
    const read = new Set([...own, ...shownOf(question), ...filtered].map(idOf));
    const touched = question.touched.filter((found) => read.has(idOf(found)));
    const asked = (evaluation.asked ?? []).filter((piece) => isReachedRule(world, reachOf(world, root), piece));
    // A calculated measure is not of one fact; its leaves are.
    return {
      evaluation: { ...evaluation, rowFilters, asked, lookups: new Map() },
      leaves: own,
      touched: [...own, ...touched.filter(({ kind }) => kind !== 'measure')],
    };
  });
}

/** Whether a rule applies: that of a view to all of its rows, that of a cube to rows that join the cube. */
function isReachedRule(world: World, reach: readonly string[], piece: string): boolean {
  return world.views.some(({ name }) => name === piece) || reach.includes(piece);
}

function shownOf({ by }: Question): readonly Found[] {
  return by.map(({ found }) => found);
}

/** Whether the rules of what a question names lead from one of its cubes to another. */
export function isConnectedByRules(evaluation: Evaluation, touched: readonly Found[]): boolean {
  const required = touched.flatMap((found) => pathsOf(evaluation.world, found));
  const ruled = rulesOver(evaluation, required).flatMap((rule) => pathsOfRule(evaluation, rule, required));
  return ruled.length > 0 && isJoined(evaluation.world, [...required, ...ruled]);
}

function isConnected(world: World, touched: readonly Found[]): boolean {
  return isJoined(
    world,
    touched.flatMap((found) => pathsOf(world, found)),
  );
}

function isJoined(world: World, paths: readonly (readonly string[])[]): boolean {
  try {
    findTree(world, paths);
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
