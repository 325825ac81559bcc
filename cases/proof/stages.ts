import { aggregated, type Evaluation, shownValue } from './evaluation.ts';
import { compareValues, evaluate, type Expression, membersIn } from './expression.ts';
import { entitiesTested, type Filter, membersOfFilter, type RowFilter } from './filters.ts';
import type { Grain, Group, Question } from './groups.ts';
import { settleMasks } from './masks.ts';
import { findMember, type Found, type FoundMeasure, leavesOf } from './members.ts';
import { columnOfDays, columnOfFacts, columnOfTime, readsCalendar, timeColumnsOf } from './moved-times.ts';
import { Unsettled } from './refusal.ts';
import { passingValues } from './switches.ts';
import type { Value, World, WorldChoice, WorldStage } from './world.ts';

/** The values of a multi-stage measure for groups of the question around it. */
interface StageValues {
  /** It has the groups of the question, and may have more of them than the question's own rows. */
  readonly isWhole: boolean;
  readonly keys: readonly string[];
  readonly value: (key: readonly Value[]) => Value;
  /** Set when each of its inner rows is a row of the answer: those of a group. */
  readonly rows?: (key: readonly Value[]) => readonly Value[];
}

interface InnerRows {
  readonly evaluation: Evaluation;
  readonly question: Question;
  /** Positions of the outer columns that stay. */
  readonly kept: readonly number[];
  /** Whether each result is a row of the outer question. */
  readonly repeats: boolean;
}

/** The measures that a stage reads, evaluated from the raw rows as a question of their own. */
function innerRowsOf(evaluation: Evaluation, around: Question, leaf: FoundMeasure): InnerRows {
  const { world } = evaluation;
  const { stage, sql, filters = [] } = leaf.member;
  if (!stage) throw new Error(`${leaf.member.name} is no stage`);
  const kept = around.by.flatMap((grain, at) => (stage.makes === 'rank' || isKept(stage, grain) ? [at] : []));
  const keptGrains = kept.flatMap((at) => around.by[at] ?? []);
  const { choice } = stage;
  const included = [...new Set([...(stage.include ?? []), ...(choice ? [choice.on] : [])])]
    .filter((id) => !keptGrains.some((grain) => grain.granularity === undefined && idOf(grain.found) === id))
    .map((id) => dimensionGrain(world, id));
  const shift = stage.shift && {
    ...(stage.shift.dimension === undefined ? {} : { dimension: stage.shift.dimension }),
    interval: stage.shift.interval,
    times: stage.shift.type === 'prior' ? (1 as const) : (-1 as const),
    columns: movedColumns(evaluation, around, stage),
    isOfDays: readsRowsOfDays(evaluation, around, stage),
  };
  if (shift && evaluation.shifts.length > 0) throw new Unsettled('times moved twice, which month ends tell apart');
  const inner: Evaluation = {
    ...evaluation,
    rowFilters: filtersOf(world, evaluation, stage),
    shifts: shift ? [...evaluation.shifts, shift] : evaluation.shifts,
    lookups: new Map(),
  };
  const by = [...keptGrains, ...included];
  const made = choice ? liveSql(world, choice, inner.rowFilters) : sql ? [sql] : [];
  const measures = [...made, ...filters].flatMap(membersIn).flatMap((reference) => {
    const found = findMember(world, `${reference.cube ?? leaf.cube.name}.${reference.name}`);
    return found.kind === 'measure' ? [found] : [];
  });
  const filtered = inner.rowFilters.flatMap(membersOfFilter).map((id) => findMember(world, id));
  const paths = new Map(around.touched.flatMap(({ path }) => (path.length > 1 ? [[path.at(-1), path]] : [])));
  const touched = [...measures, ...by.map(({ found }) => found), ...filtered].map((one): Found => {
    const fixed = paths.get(one.cube.name) ?? evaluation.ways?.(one.cube.name);
    const path = one.path.length > 1 || !fixed ? one.path : fixed;
    return { ...one, path, ...(evaluation.ways ? { ways: evaluation.ways } : {}) };
  });
  const question = { by, measures, touched };
  const keepsRows = stage.makes === 'number' || stage.makes === 'rank';
  const repeats = keepsRows && (included.length > 0 || haveSeveralRows(inner, question));
  return { evaluation: inner, question, kept, repeats };
}

/** The columns that a shift moves: those of its time, or of every time that groups and filters are computed from. */
function movedColumns(evaluation: Evaluation, around: Question, stage: WorldStage): readonly string[] {
  const { world } = evaluation;
  const { dimension } = stage.shift ?? {};
  if (dimension !== undefined) {
    const found = findMember(world, dimension);
    const column = found.kind === 'dimension' ? columnOfTime(world, found) : undefined;
    return column === undefined ? [] : [column];
  }
  const read = readBy(evaluation, around, stage);
  const columns = [...new Set(read.flatMap((found) => timeColumnsOf(world, found)))];
  const [facts, days] = [columnOfFacts(world), columnOfDays(world)];
  // Facts that are moved find the day they move to; days move by themselves where no time of the facts does.
  if (facts === undefined || days === undefined || !read.some((found) => readsCalendar(world, found))) return columns;
  return columns.includes(facts) ? columns.filter((column) => column !== days) : [...new Set([...columns, days])];
}

function readBy(evaluation: Evaluation, around: Question, stage: WorldStage): readonly Found[] {
  const { world } = evaluation;
  const filtered = filtersOf(world, evaluation, stage).flatMap(membersOfFilter);
  return [
    ...around.by.map(({ found }): Found => found),
    ...filtered.map((id) => findMember(world, id)),
    ...(stage.include ?? []).map((id) => findMember(world, id)),
  ];
}

/** Whether days are moved, and more of their rows is read than what is computed from the day. */
function readsRowsOfDays(evaluation: Evaluation, around: Question, stage: WorldStage): boolean {
  const { world } = evaluation;
  const days = columnOfDays(world);
  if (days === undefined || !movedColumns(evaluation, around, stage).includes(days)) return false;
  return readBy(evaluation, around, stage).some(
    (found) => readsCalendar(world, found) && !timeColumnsOf(world, found).includes(days),
  );
}

/** Whether a group may be several rows of the answer, whatever rows there are. */
export function haveSeveralRows(evaluation: Evaluation, question: Question): boolean {
  const settled = settleMasks(evaluation, question);
  return settled.question.measures
    .flatMap((measure) => leavesOf(settled.evaluation.world, measure))
    .some((leaf) => leaf.member.stage && innerRowsOf(settled.evaluation, settled.question, leaf).repeats);
}

/** Computed from inner rows. */
export function stageOf(evaluation: Evaluation, around: Question, leaf: FoundMeasure): StageValues {
  const { world } = evaluation;
  const { stage, sql, filters = [] } = leaf.member;
  if (!stage) throw new Error(`${leaf.member.name} is no stage`);
  const { choice } = stage;
  const { evaluation: inner, question, kept, repeats } = innerRowsOf(evaluation, around, leaf);
  const { by } = question;
  const groups = inner.evaluator.groupsOf(inner, question);
  const over = (one: Expression, group: Group) => overGroup(world, leaf, one, by, group);
  const isMeant = (group: Group) => filters.every((filter) => over(filter, group) === true);
  const chosen = (group: Group): Expression | undefined => {
    if (!choice) return sql;
    const value = overGroup(world, leaf, memberNamed(choice.on), by, group);
    return choice.when.find((branch) => branch.value === value)?.sql ?? choice.otherwise;
  };
  const valueOf = (group: Group): Value => {
    const one = chosen(group);
    if (!isMeant(group)) return null;
    return one ? over(one, group) : choice ? null : true;
  };
  const isWhole = kept.length === around.by.length;
  const outer = ({ key }: Group) => JSON.stringify(key.slice(0, kept.length));
  const byOuter = Map.groupBy(groups, outer);
  const foundFor = (key: readonly Value[]) => byOuter.get(JSON.stringify(kept.map((at) => key[at] ?? null))) ?? [];
  if (repeats) {
    const ofRow = (group: Group) =>
      stage.makes === 'rank' ? rankOf(stage, around, groups, group, valueOf) : valueOf(group);
    const rows = (key: readonly Value[]) => foundFor(key).map(ofRow);
    return { isWhole: false, keys: [], value: () => null, rows };
  }
  return {
    isWhole,
    // Without dimensions there is one row, also over nothing.
    keys: kept.length === 0 ? ['[]'] : [...byOuter.keys()],
    value: (key) => {
      const found = foundFor(key);
      if (stage.makes === 'rank') return rankOf(stage, around, groups, found[0], valueOf);
      const isRow = found.length > 0 || kept.length === 0;
      if (stage.makes === 'number_agg') return isRow && sql ? aggregateOf(sql, found.filter(isMeant), over) : null;
      const values = found.map(valueOf);
      if (stage.makes === 'number') return values[0] ?? null;
      return isRow
        ? aggregated(
            stage.makes,
            values.filter((value) => value !== null),
          )
        : null;
    },
  };
}

function isKept({ exclude, keepOnly }: WorldStage, { found }: Grain): boolean {
  if (keepOnly) return keepOnly.includes(idOf(found));
  return !exclude?.includes(idOf(found));
}

function dimensionGrain(world: World, id: string): Grain {
  const found = findMember(world, id);
  if (found.kind !== 'dimension') throw new Error(`${id} is no dimension`);
  return { found, of: (evaluation, row) => shownValue(evaluation, found, row) };
}

/** Returns the outer filters that stay, and its own. A dropped test holds for every row. */
function filtersOf(
  world: World,
  { rowFilters, requestedFilters }: Evaluation,
  { filter = {} }: WorldStage,
): readonly RowFilter[] {
  const { exclude, keepOnly, include = [], mode } = filter;
  const stays = (id: string) => (keepOnly ? keepOnly.includes(id) : !exclude?.includes(id));
  const around = mode === 'fixed' ? requestedFilters : rowFilters;
  if ((exclude || keepOnly) && around.some((one) => entitiesTested(one).length > 0))
    throw new Unsettled('which filter of an entity a stage drops');
  return [...around.flatMap((one) => loosened(world, one, stays) ?? []), ...include];
}

function loosened(world: World, filter: RowFilter, stays: (id: string) => boolean): RowFilter | undefined {
  if ('and' in filter) {
    const and = filter.and.flatMap((one) => (loosened(world, one, stays) as Filter | undefined) ?? []); // no segments inside
    return and.length > 0 || filter.and.length === 0 ? { and } : undefined;
  }
  if ('or' in filter) {
    const or = filter.or.flatMap((one) => (loosened(world, one, stays) as Filter | undefined) ?? []); // no segments inside
    return or.length === filter.or.length ? { or } : undefined;
  }
  const [id = ''] = membersOfFilter(filter);
  return stays(idOf(findMember(world, id))) ? filter : undefined;
}

/** Returns the branches of a choice that remain possible when filters restrict the values of a switch. */
function liveSql(
  world: World,
  { on, when, otherwise }: WorldChoice,
  filters: readonly RowFilter[],
): readonly Expression[] {
  const values = passingValues(world, findMember(world, on), filters);
  const isTaken = (text: string) => !values || values.includes(text);
  const needsOther = !values || values.some((text) => !when.some(({ value }) => value === text));
  return [
    ...when.filter(({ value }) => isTaken(value)).map((branch) => branch.sql),
    ...(needsOther && otherwise ? [otherwise] : []),
  ];
}

function memberNamed(id: string): Expression {
  const [cube = '', name = ''] = id.split('.');
  return { kind: 'member', cube, name };
}

/** SQL of a stage over one inner row: its measures, and the dimensions it is grouped by. */
function overGroup(world: World, leaf: FoundMeasure, sql: Expression, by: readonly Grain[], group: Group): Value {
  return evaluate(sql, {
    column: () => null,
    member: (reference) => {
      const found = findMember(world, `${reference.cube ?? leaf.cube.name}.${reference.name}`);
      if (found.kind === 'measure') return group.value(found);
      const at = by.findIndex((grain) => grain.granularity === undefined && idOf(grain.found) === idOf(found));
      if (at < 0) throw new Error(`inner rows have no ${idOf(found)}`);
      return group.key[at] ?? null;
    },
  });
}

/** An author's aggregate over inner rows. */
function aggregateOf(sql: Expression, groups: readonly Group[], over: (one: Expression, group: Group) => Value): Value {
  return evaluate(sql, {
    column: () => null,
    member: () => null,
    aggregate: (operator, operand) => {
      const values = groups.map((group) => over(operand, group)).filter((value) => value !== null);
      return aggregated(operator === 'SUM' ? 'sum' : operator === 'MIN' ? 'min' : 'max', values);
    },
  });
}

/** One more than the rows before it, among those that agree in what is not excluded. NULLs come last. */
function rankOf(
  { exclude = [], keepOnly, isDescending }: WorldStage,
  { by }: Question,
  groups: readonly Group[],
  group: Group | undefined,
  valueOf: (group: Group) => Value,
): Value {
  if (!group) return null;
  const told = by.flatMap(({ found }, at) => {
    const id = idOf(found);
    return (keepOnly ? keepOnly.includes(id) : !exclude.includes(id)) ? [at] : [];
  });
  const own = valueOf(group);
  const isBefore = (one: Group) => {
    const value = valueOf(one);
    if (value === null) return false;
    if (own === null) return true;
    return isDescending ? compareValues(value, own) > 0 : compareValues(value, own) < 0;
  };
  const isBeside = (one: Group) => told.every((at) => one.key[at] === group.key[at]);
  return 1 + groups.filter((one) => isBeside(one) && isBefore(one)).length;
}

function idOf({ cube, member }: Found): string {
  return `${cube.name}.${member.name}`;
}
