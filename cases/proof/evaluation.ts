import { bucketFrom, formatReading, later, parseReading, readingAt, startOf, type Unit } from './clock.ts';
import type { Asked } from './entities.ts';
import { compareValues, evaluate, type Expression } from './expression.ts';
import { type Filter, type MemberFilter, membersOfFilter, type RowFilter, passesCells } from './filters.ts';
import type { Group, Question } from './groups.ts';
import { cellOf, findTree, isTied, type JoinedRow, joinRows, leadsTo, leadsToMany } from './joined-rows.ts';
import {
  dimensionOf,
  findMember,
  type Found,
  type FoundDimension,
  type FoundMeasure,
  holdsReadings,
  leavesOf,
  measureOf,
  pathsOf,
  pathsOfFilter,
  isMadeOfEntities,
} from './members.ts';
import { columnOfTime, timeColumnsOf } from './moved-times.ts';
import { Refused, Unsettled } from './refusal.ts';
import { cubeNamed, typeOfValues, type Value, type World, type WorldCube } from './world.ts';

/** Context for the values of one question. */
export interface Evaluation {
  readonly world: World;
  readonly zone: string;
  /** Joined with AND. */
  readonly rowFilters: readonly RowFilter[];
  /** No value of a switch passes the filters: nor does any row. */
  readonly passesNone?: true;
  /** Those of the query itself, whatever the stages around changed. */
  readonly requestedFilters: readonly RowFilter[];
  /** The cubes and views that the question touches, for their rules. */
  readonly asked?: readonly string[];
  /** Cubes that the joins of the question bring in, added as rows are joined; absent inside of sub-queries. */
  readonly joins?: Set<string>;
  /** By which the question reaches what is inside of its members, where it asks a view. */
  readonly ways?: Found['ways'];
  /** How the times of the question are moved, one after the other; an absent dimension is every one. */
  readonly shifts: readonly MovedTimes[];
  /** Whether values are those of the moved times: of groups and filters, not of what measures aggregate. */
  readonly isMoving?: true;
  /** The question, for dimensions made of measures. */
  readonly entities?: Asked;
  /** By column of a time, what it shows at the bucket of the window that rows are in. */
  readonly shownAt?: ReadonlyMap<string, Value>;
  /** Values of measures by entity, for the filters that test them, by the measure and the dimension. */
  readonly tested?: ReadonlyMap<string, (entity: Value) => Value>;
  /** Filters that sub-query dimensions propagate, where rows pass others: those of the question around windows. */
  readonly propagated?: readonly RowFilter[];
  /** Values of sub-query dimensions by the position of the row, as they become known. */
  readonly lookups: Map<string, readonly Value[]>;
  /** Answers the questions inside of this one. */
  readonly evaluator: Evaluator;
}

interface MovedTimes {
  readonly dimension?: string;
  readonly interval: string;
  readonly times: 1 | -1;
  /** The columns behind these times, `cube.column`. */
  readonly columns: readonly string[];
  /** Facts are joined to the row of the moved day, if the table of days has one. */
  readonly isOfDays?: boolean;
}

/** Where the times of a stage are moved, so that everything computed from them is. */
function moving(evaluation: Evaluation): Evaluation {
  return evaluation.shifts.length > 0 ? { ...evaluation, isMoving: true } : evaluation;
}

function stored({ isMoving: _, ...evaluation }: Evaluation): Evaluation {
  return evaluation;
}

/** The moves of a column, or of a dimension, `cube.name`. */
function movesOf({ isMoving, shifts }: Evaluation, id: string, column: string | undefined): readonly MovedTimes[] {
  if (!isMoving) return [];
  return shifts.filter(({ dimension, columns, isOfDays }) =>
    isOfDays ? false : column === undefined ? dimension === undefined || dimension === id : columns.includes(column),
  );
}

function moved(value: Value, moves: readonly MovedTimes[]): Value {
  if (value === null) return null;
  return moves.reduce((time, { interval, times }) => later(time, interval, times), Number(value));
}

/** A cell of the joined rows, at the place where the question sees its time. */
function movedCell(evaluation: Evaluation, row: JoinedRow, cube: string, name: string): Value {
  const cell = cellOf(
    evaluation.world,
    cube === evaluation.world.calendar?.cube ? atMovedDay(evaluation, row) : row,
    cube,
    name,
  );
  const column = `${cube}.${name}`;
  const moves = movesOf(evaluation, column, column);
  return moves.length > 0 ? moved(cell, moves) : cell;
}

/** The joined row with the day that it is moved to. */
function atMovedDay(evaluation: Evaluation, row: JoinedRow): JoinedRow {
  const { world, shifts, isMoving } = evaluation;
  const { calendar } = world;
  if (!calendar || !isMoving) return row;
  const { cube, from, column } = calendar;
  const isOfFacts = shifts.some(({ columns }) => columns.includes(`${from}.${column}`));
  const ofDays = shifts.filter(({ isOfDays }) => isOfDays);
  if (!isOfFacts && ofDays.length === 0) return row;
  const time = isOfFacts ? movedCell(evaluation, row, from, column) : moved(cellOf(world, row, cube, 'day'), ofDays);
  const day = time !== null && isOfFacts && column === 't' ? startOf('day', Number(time)) : time;
  const at = cubeNamed(world, cube).rows.findIndex(([one]) => day !== null && one === day);
  return new Map([...row, [cube, at < 0 ? undefined : at]]);
}

/** Whether the table of days has the day that a row is moved to, where it is asked for its row. */
function isOfKnownDay(evaluation: Evaluation, row: JoinedRow): boolean {
  const { calendar } = evaluation.world;
  if (!calendar || !evaluation.shifts.some(({ isOfDays }) => isOfDays)) return true;
  return atMovedDay(moving(evaluation), row).get(calendar.cube) !== undefined;
}

/**
 * What values of rows ask in turn: the questions inside of a question. Its functions are handed in, because their files
 * import this one.
 */
export interface Evaluator {
  groupsOf(evaluation: Evaluation, question: Question): readonly Group[];
  /** Values of a sub-query dimension by the position of the row. */
  lookup(evaluation: Evaluation, found: FoundDimension): readonly Value[];
  /** Value of a dimension made of measures. */
  entityValue(evaluation: Evaluation, found: FoundDimension, row: JoinedRow): Value;
}

/** Returns the stored value of a dimension: times are instants, unless the dimension truncates. */
export function dimensionValue(evaluation: Evaluation, found: FoundDimension, row: JoinedRow): Value {
  const { cube, member } = found;
  if (evaluation.isMoving && member.type === 'time') {
    const column = columnOfTime(evaluation.world, found);
    const isMadeOfTimes = column === undefined && timeColumnsOf(evaluation.world, found).length > 0;
    const moves = isMadeOfTimes ? [] : movesOf(evaluation, `${cube.name}.${member.name}`, column);
    if (moves.length > 0) return moved(dimensionValue(stored(evaluation), found, row), moves);
  }
  const value = (sql: Expression) => rowValue(evaluation, cube, sql, row);
  const mask = member.masked?.find(({ unless }) => !unless || !passesFilter(realOf(evaluation), unless, row));
  if (mask) return mask.shown ? value(mask.shown) : null;
  if (member.entity) return evaluation.evaluator.entityValue(evaluation, found, row);
  if (member.isSubQuery) {
    const at = row.get(cube.name);
    return at === undefined ? null : (evaluation.evaluator.lookup(evaluation, found)[at] ?? null);
  }
  if (member.case) {
    const branch = member.case.when.find(({ condition }) => value(condition) === true);
    const label = branch ? branch.label : (member.case.otherwise ?? null);
    return typeof label === 'object' && label !== null ? value(label) : label;
  }
  const shown = member.sql ? value(member.sql) : movedCell(evaluation, row, cube.name, member.name);
  return member.textOf && shown !== null ? textOf(evaluation, member.textOf, shown) : shown;
}

/** The text that is shown for a value of another type. */
function textOf({ world }: Evaluation, type: 'day' | 'number' | 'boolean', value: NonNullable<Value>): string {
  if (type === 'number') return String(value);
  if (type === 'boolean') return (world.truthTexts ?? ['false', 'true'])[value === true ? 1 : 0];
  if (Number(value) % 86_400_000 !== 0) throw new Unsettled('the text of a day that is moved by hours');
  return formatReading(Number(value)).slice(0, 10);
}

/** With the values that masks hide, and times where they are stored. */
export function realOf(evaluation: Evaluation): Evaluation {
  const { world } = evaluation;
  return {
    ...evaluation,
    world: world.real ?? world,
    zone: 'UTC', // that of the project, whatever the question asks for
    shifts: [],
    rowFilters: [],
    requestedFilters: [],
    lookups: new Map(),
  };
}

/** SQL of a cube over one row of the join. */
export function rowValue(evaluation: Evaluation, cube: WorldCube, sql: Expression, row: JoinedRow): Value {
  return evaluate(sql, {
    column: (other, name) => movedCell(evaluation, row, other ?? cube.name, name),
    member: (reference) => {
      const found = dimensionOf(evaluation.world, cube, reference);
      return reference.granularity === undefined
        ? dimensionValue(evaluation, found, row)
        : bucketOf(found, reference.granularity, onClock(evaluation, found, dimensionValue(evaluation, found, row)));
    },
  });
}

/** Returns the value that the question compares: the stored one, with times moved by the shifts of outer stages. */
export function askedValue(evaluation: Evaluation, found: FoundDimension, row: JoinedRow): Value {
  return dimensionValue(moving(evaluation), found, row);
}

/** Returns the value that the caller sees: times on the clock of the query's zone. */
export function shownValue(evaluation: Evaluation, found: FoundDimension, row: JoinedRow): Value {
  return onClock(evaluation, found, askedValue(evaluation, found, row));
}

function onClock({ world, zone }: Evaluation, found: FoundDimension, value: Value): Value {
  if (found.member.type !== 'time' || value === null || holdsReadings(world, found)) return value;
  return readingAt(zone, Number(value));
}

export function grainId({
  found,
  granularity,
}: {
  readonly found: FoundDimension;
  readonly granularity?: string;
}): string {
  return [found.cube.name, found.member.name, ...(granularity === undefined ? [] : [granularity])].join('.');
}

export function bucketValue(evaluation: Evaluation, found: FoundDimension, granularity: string, row: JoinedRow): Value {
  return bucketOf(found, granularity, shownValue(evaluation, found, row));
}

export function bucketOf(found: FoundDimension, granularity: string, shown: Value): Value {
  if (shown === null) return null;
  const own = found.member.granularities?.find((one) => one.name === granularity);
  if (!own) return startOf(granularity as Unit, Number(shown)); // the generator knows no other names
  const [count, name = ''] = own.interval.split(' ');
  const unit = name as Unit; // as above
  if (own.offset !== undefined && count === '1') {
    return later(startOf(unit, later(Number(shown), own.offset, -1)), own.offset);
  }
  const year = startOf('year', now);
  const start = unit === 'week' ? startOf('week', year) : year;
  const origin = own.origin === undefined ? start : parseReading(own.origin);
  return bucketFrom(own.offset === undefined ? origin : later(origin, own.offset), own.interval, Number(shown));
}

/** Time at which questions run, as a reading of any clock on that day. */
export const now = Date.parse('2024-05-15T10:20:30Z');

export function passesFilter(evaluation: Evaluation, filter: RowFilter, row: JoinedRow): boolean {
  if ('and' in filter) return filter.and.every((one) => passesFilter(evaluation, one, row));
  if ('or' in filter) return filter.or.length === 0 || filter.or.some((one) => passesFilter(evaluation, one, row));
  if ('isOfView' in filter && evaluation.world.real) {
    const { isOfView: _, ...bare } = filter;
    return passesFilter({ ...evaluation, world: evaluation.world.real, lookups: new Map() }, bare, row);
  }
  const found = findMember(evaluation.world, 'segment' in filter ? filter.segment : (filter.per ?? filter.member));
  if ('per' in filter && found.kind === 'dimension') return passesEntity(evaluation, filter, found, row);
  if (found.kind === 'segment') return rowValue(moving(evaluation), found.cube, found.member.sql, row) === true;
  if (found.kind === 'measure') {
    const { cube, member } = found;
    if ((member.filters ?? []).length > 0 && member.masked)
      throw new Unsettled('the filters of what is masked somewhere');
    return (member.filters ?? []).every((condition) => rowValue(moving(evaluation), cube, condition, row) === true);
  }
  if ('segment' in filter) throw new Error(`${filter.segment} is no segment`);
  const value = askedValue(evaluation, found, row);
  const type = typeOfValues(found.member);
  const cell = { value, type, isReading: type === 'time' && holdsReadings(evaluation.world, found) };
  return passesCells(filter, () => cell, evaluation.zone);
}

/** Rows without an entity pass no test of one. */
function passesEntity(evaluation: Evaluation, filter: MemberFilter, found: FoundDimension, row: JoinedRow): boolean {
  const entity = dimensionValue(stored(evaluation), found, row);
  const value = entity === null ? null : evaluation.tested?.get(JSON.stringify([filter.member, filter.per]))?.(entity);
  if (value === undefined) throw new Error(`${filter.member} is not known for each ${filter.per}`);
  const { member: measure } = findMember(evaluation.world, filter.member);
  const type = 'isBig' in measure && measure.isBig ? 'big' : 'number';
  return entity !== null && passesCells(filter, () => ({ value, type }));
}

export function isFilteredByEntities(evaluation: Evaluation): boolean {
  const members = evaluation.rowFilters.flatMap(membersOfFilter).map((one) => findMember(evaluation.world, one));
  return members.some((one) => isMadeOfEntities(evaluation.world, one));
}

/**
 * The rows of the join that has all required cubes, by the filters.
 *
 * @param grouped measures to be aggregated over them: what they read has one value for each row of their own cube
 */
export function filteredRows(
  evaluation: Evaluation,
  required: readonly (readonly string[])[],
  grouped: readonly FoundMeasure[],
): readonly JoinedRow[] {
  const { world } = evaluation;
  const rules = rulesOver(evaluation, required);
  const rulePaths = rules.flatMap((rule) => pathsOfRule(evaluation, rule, required));
  const all = [...required, ...rulePaths];
  const tree = findTree(world, all);
  for (const cube of evaluation.joins ? cubesJoined(world, required) : []) evaluation.joins?.add(cube);
  for (const leaf of grouped.flatMap((measure) => leavesOf(world, measure))) {
    const [, ...others] = pathsOf(world, leaf);
    const foreign = others.map((path) => path.at(-1) ?? '').filter((cube) => cube !== leaf.cube.name);
    if (foreign.some((cube) => leadsToMany(tree, leaf.cube.name, cube))) {
      if (isTied(world, all)) throw new Unsettled('a measure repeated by one of several equally small joins');
      throw new Refused('plan.multiplied-reference');
    }
    // Only where joins meet again: what is refused then depends on which cubes are joined for other measures.
    if (leadsToMany(tree, leaf.cube.name) && foreign.some((cube) => !leadsTo(tree, leaf.cube.name, cube))) {
      throw new Unsettled('a measure of repeated rows that reads against the joins');
    }
  }
  const real = realOf(evaluation);
  return joinRows(world, tree).filter(
    (row) =>
      !evaluation.passesNone &&
      rules.every((rule) => passesFilter(real, rule, row)) &&
      isOfKnownDay(evaluation, row) &&
      evaluation.rowFilters.every((filter) => passesFilter(evaluation, filter, row)),
  );
}

/** Those of the question, and those of whatever else is read or joined: each on the rows of the join as a whole. */
export function rulesOver({ world, asked }: Evaluation, required: readonly (readonly string[])[]): readonly Filter[] {
  if (!world.rules) return [];
  const read = new Set([...(asked ?? []), ...cubesJoined(world, required)]);
  return [...(world.rules ?? [])].flatMap(([piece, rule]) => (read.has(piece) ? [rule] : []));
}

/** All that stand in the join, and those that are named where no join connects them. */
function cubesJoined(world: World, required: readonly (readonly string[])[]): readonly string[] {
  const named = required.flatMap((path) => path.at(-1) ?? []);
  try {
    const { root, edges } = findTree(world, required);
    return [...named, root, ...edges.map(({ join }) => join.to)];
  } catch (error) {
    if (error instanceof Refused) return named;
    throw error;
  }
}

/** A cube that the question reaches on a path of its own is where its rule looks, too. */
export function pathsOfRule(
  { world }: Evaluation,
  rule: Filter,
  required: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  return pathsOfFilter(world.real ?? world, rule).map(
    (path) => required.find((one) => path.length === 1 && one.at(-1) === path[0]) ?? path,
  );
}

/** A measure over the rows of one group: each row of its own cube once. */
export function measureValue(evaluation: Evaluation, found: FoundMeasure, group: readonly JoinedRow[]): Value {
  const { cube, member } = found;
  if (member.type === 'calculated') {
    return calculated(evaluation, found, (measure) => measureValue(evaluation, measure, group));
  }
  const own = new Map(group.flatMap((row) => (row.get(cube.name) === undefined ? [] : [[row.get(cube.name), row]])));
  const counted = [...own.values()].filter((row) =>
    (member.filters ?? []).every((filter) => rowValue(moving(evaluation), cube, filter, row) === true),
  );
  // Numbers of four bytes are added as what they are, and shown with fewer digits.
  const isAdded = member.type === 'sum' || member.type === 'avg';
  const stored = (sql: Expression, value: NonNullable<Value>) =>
    isAdded && isSingle(cube, sql) ? Math.fround(Number(value)) : value;
  const valuesOf = (sql: Expression) =>
    counted
      .map((row) => rowValue(evaluation, cube, sql, row))
      .filter((value) => value !== null)
      .map((value) => stored(sql, value));
  if (member.type === 'raw') {
    if (!member.sql) throw new Error(`${member.name} has no SQL`);
    const aggregate = (operator: 'SUM' | 'MIN' | 'MAX', operand: Expression) =>
      aggregated(operator === 'SUM' ? 'sum' : operator === 'MIN' ? 'min' : 'max', valuesOf(operand));
    return evaluate(member.sql, { column: () => null, member: () => null, aggregate });
  }
  if (member.type === 'stage') throw new Error(`${member.name} has no rows of its own`);
  return aggregated(member.type, member.sql ? valuesOf(member.sql) : counted.map(() => true));
}

function isSingle({ columns }: WorldCube, sql: Expression): boolean {
  return sql.kind === 'column' && columns.some(({ name, stored }) => name === sql.name && stored === 'single');
}

export function calculated(
  { world }: Evaluation,
  { cube, member }: FoundMeasure,
  measure: (found: FoundMeasure) => Value,
): Value {
  const scope = {
    column: () => null,
    member: (reference: { cube?: string; name: string }) => measure(measureOf(world, cube, reference)),
  };
  if (!member.sql) throw new Error(`${member.name} has no SQL`);
  return (member.filters ?? []).every((filter) => evaluate(filter, scope) === true)
    ? evaluate(member.sql, scope)
    : null;
}

/** @param values none of them NULL */
export function aggregated(
  type: 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max',
  values: readonly Value[],
): Value {
  if (type === 'count') return values.length;
  if (type === 'count_distinct') return new Set(values).size;
  if (values.length === 0) return null;
  if (typeof values[0] === 'string') {
    const sorted = values.toSorted(compareValues);
    return (type === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
  }
  const numbers = values.map(Number);
  const sum = numbers.reduce((total, one) => total + one, 0);
  switch (type) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / numbers.length;
    case 'min':
      return Math.min(...numbers);
    case 'max':
      return Math.max(...numbers);
  }
}
