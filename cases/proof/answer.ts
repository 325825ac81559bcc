import { formatReading } from './clock.ts';
import { entityValue } from './entities.ts';
import { bucketValue, calculated, type Evaluation, type Evaluator, rowValue, shownValue } from './evaluation.ts';
import { compareValues } from './expression.ts';
import { filled } from './filled-buckets.ts';
import { entitiesTested, type Filter, membersOfFilter, passesCells, type RowFilter } from './filters.ts';
import { type Grain, groupsOf, isConnectedByRules, type Question } from './groups.ts';
import type { JoinedRow } from './joined-rows.ts';
import { isMaskedWhole, rowMask } from './masks.ts';
import {
  dimensionOf,
  findMember,
  type Found,
  type FoundDimension,
  type FoundMeasure,
  holdsReadings,
  isMadeOfEntities,
  leavesOf,
  pathsOf,
  waysOf,
} from './members.ts';
import { measurePer } from './per-entity.ts';
import { Refused, Unsettled } from './refusal.ts';
import { lookup } from './sub-queries.ts';
import { isSwitch } from './switches.ts';
import { joinedRows } from './touched-rows.ts';
import { typeOfValues, type Value, type World } from './world.ts';

/** Answers questions inside of questions. */
export const evaluator: Evaluator = { groupsOf, lookup, entityValue };

/** A question as the wire writes it. */
export interface WorldQuery {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly segments: readonly string[];
  readonly timeDimensions: readonly WorldTimeDimension[];
  readonly filters: readonly Filter[];
  readonly order?: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly offset?: number;
  readonly timezone: string;
  readonly ungrouped?: true;
  readonly fillMissing?: true;
  readonly fillWith?: 0 | null;
}

export interface WorldTimeDimension {
  readonly dimension: string;
  readonly granularity?: string;
  readonly dateRange?: readonly [string, string];
}

export type Answer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly Column[];
      /** In order; shown as callers see them, but numbers as numbers. */
      readonly rows: readonly (readonly Value[])[];
      /** By which columns the order is settled; the rest of a row may not be, in an ungrouped query. */
      readonly order: readonly SortColumn[];
      /** Without limit and offset. */
      readonly total: number;
      /** Rows of one group are in no order. */
      readonly repeats: boolean;
    }
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | { readonly kind: 'unsettled'; readonly why: string };

interface SortColumn {
  readonly column: number;
  readonly isDescending: boolean;
}

interface Column {
  readonly name: string;
  readonly role: 'dimension' | 'bucket' | 'measure';
  readonly type: string;
  readonly grain?: Grain;
  readonly measure?: FoundMeasure;
}

/** The answer by the definition, row by row; nothing of it is fast. */
export function answer(world: World, query: WorldQuery): Answer {
  try {
    return rowsOf(world, query);
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', codes: error.codes };
    if (error instanceof Unsettled) return { kind: 'unsettled', why: error.message };
    throw error;
  }
}

/** Cubes that the joins of a question bring in, of a world without rules. */
export function joinedBy(world: World, query: WorldQuery): readonly string[] {
  const joins = new Set<string>();
  try {
    rowsOf(world, query, joins);
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof Unsettled)) throw error;
  }
  return [...joins];
}

function rowsOf(world: World, query: WorldQuery, joins?: Set<string>): Answer {
  const groupFilters = query.filters.filter((filter) => isOfGroups(world, filter));
  const ranges = query.timeDimensions.flatMap(({ dimension, dateRange }) =>
    dateRange
      ? [{ member: dimension, operator: 'inDateRange' as const, values: [...dateRange], isPeriod: true as const }]
      : [],
  );
  const rowFilters: RowFilter[] = [
    ...query.segments.map((segment) => ({ segment })),
    ...query.filters.filter((filter) => !groupFilters.includes(filter)),
    ...defaultFilters(world, query),
    ...ranges,
  ];
  const ways = waysOf(world, [
    ...query.measures,
    ...query.dimensions,
    ...query.segments,
    ...query.timeDimensions.map(({ dimension }) => dimension),
    ...query.filters.flatMap(membersOfFilter),
  ]);
  const bare: Evaluation = {
    world,
    ...(ways ? { ways } : {}),
    zone: query.timezone,
    rowFilters,
    requestedFilters: rowFilters,
    asked: askedPieces(world, query),
    ...(joins ? { joins } : {}),
    shifts: [],
    lookups: new Map(),
    evaluator,
  };
  const tests = rowFilters.flatMap(entitiesTested);
  let refused: Refused | undefined;
  const tested = new Map(
    tests.map((test) => {
      const key = JSON.stringify([test.member, test.per]);
      try {
        return [key, measurePer(bare, test)] as const;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused ??= error;
        return [key, () => null] as const;
      }
    }),
  );
  const evaluation: Evaluation = { ...bare, tested };
  const columns = columnsOf(world, query);
  const measures = columns.flatMap(({ measure }) => measure ?? []);
  const filtered = groupFilters.flatMap(membersOfFilter).map((id) => measureNamed(world, id));
  const question: Question = {
    by: columns.flatMap(({ grain }) => grain ?? []),
    measures: [...measures, ...filtered],
    touched: touchedBy(world, query),
  };

  const entities = { by: question.by, touched: question.touched, known: new Map() };
  let found: Answer;
  try {
    found = rowsOfQuestion({ ...evaluation, entities }, question, columns, groupFilters, query);
  } catch (error) {
    if (refused && error instanceof Refused) throw new Refused(...refused.codes, ...error.codes);
    const isApart = error instanceof Refused && error.codes.includes('plan.no-join-path');
    if (isApart && isConnectedByRules(evaluation, question.touched)) {
      throw new Unsettled('what stands apart but for a rule');
    }
    throw error;
  }
  if (refused) throw refused;
  return found;
}

/** Every member that a question reads, in the order that decides between join trees. */
export function touchedBy(world: World, query: WorldQuery): readonly Found[] {
  const ofGroups = query.filters.filter((filter) => isOfGroups(world, filter));
  const ofRows = [...query.filters.filter((filter) => !ofGroups.includes(filter)), ...defaultFilters(world, query)];
  const ids = [
    ...query.measures,
    ...query.dimensions,
    ...query.segments,
    ...ofRows.flatMap(membersOfFilter),
    ...ofGroups.flatMap(membersOfFilter),
    ...query.timeDimensions.map(({ dimension }) => dimension),
  ];
  return ids.map((id) => findMember(world, id));
}

function rowsOfQuestion(
  evaluation: Evaluation,
  question: Question,
  columns: readonly Column[],
  groupFilters: readonly Filter[],
  query: WorldQuery,
): Answer {
  const { world } = evaluation;
  const measures = columns.flatMap(({ measure }) => measure ?? []);
  if (query.ungrouped) {
    if (question.touched.some((one) => isMadeOfEntities(evaluation.world, one)))
      throw new Unsettled('entities of single rows');
    const isRead = (measure: FoundMeasure) => !isMaskedWhole(evaluation, question.by, measure);
    const leaves = measures.filter(isRead).flatMap((measure) => leavesOf(world, measure).filter(isRead));
    if (leaves.some(({ member }) => member.window)) throw new Refused('plan.ungrouped-rolling');
    if (leaves.some(({ member }) => member.stage)) throw new Refused('plan.ungrouped-stage');
    if (question.touched.some(isSwitch)) throw new Refused('plan.ungrouped-switch');
    const rows = joinedRows(evaluation, question.touched, []);
    if (leaves.some(({ member }) => member.type === 'raw' && !member.isMask)) {
      throw new Refused('plan.ungrouped-aggregate');
    }
    const values = rows.map((row) =>
      columns.map(({ grain, measure }) =>
        measure ? measureOfRow(evaluation, question.by, measure, row) : (grain?.of(evaluation, row) ?? null),
      ),
    );
    return sorted(columns, values, query, true);
  }
  const found = groupsOf(evaluation, question);
  const groups = (query.fillMissing ? filled(evaluation, question, found, query) : found).filter(({ value }) =>
    groupFilters.every((filter) => {
      const cell = (id: string) => {
        const measure = measureNamed(world, id);
        return { value: value(measure), type: typeOf(measure), isReading: isReading(world, measure) };
      };
      return passesCells(filter, cell, query.timezone);
    }),
  );
  const values = groups.map(({ key, value }) => [...key, ...measures.map(value)]);
  return sorted(
    columns,
    values,
    query,
    groups.some(({ repeats }) => repeats),
  );
}

/** Those of the views whose members the question asks for, unless it filters a member they name. */
export function defaultFilters(world: World, query: WorldQuery): readonly Filter[] {
  const filtered = query.filters.flatMap(membersOfFilter);
  const ranged = query.timeDimensions.filter(({ dateRange }) => dateRange).map(({ dimension }) => dimension);
  const asked = [
    ...query.measures,
    ...query.dimensions,
    ...query.timeDimensions.map(({ dimension }) => dimension),
    ...filtered,
  ];
  return world.views.flatMap(({ name, defaults = [] }) =>
    asked.some((id) => id.startsWith(`${name}.`))
      ? defaults
          .filter(({ unless }) => !unless.some((one) => [...filtered, ...ranged].includes(`${name}.${one}`)))
          .map(({ filter }) => ({ ...filter, member: `${name}.${filter.member}`, isOfView: true as const }))
      : [],
  );
}

/**
 * Cubes and views whose members it names, the cubes those read, as what a view masks still stands in their rows, and the
 * cubes that are joined.
 */
function askedPieces(world: World, query: WorldQuery): readonly string[] {
  const behind: World = { ...world, views: (world.real ?? world).views };
  const ids = [
    ...query.measures,
    ...query.dimensions,
    ...query.segments,
    ...query.timeDimensions.map(({ dimension }) => dimension),
    ...query.filters.flatMap(membersOfFilter),
  ];
  return [
    ...(world.joined ?? []),
    ...ids.flatMap((id) => [
      id.split('.')[0] ?? '',
      ...pathsOf(behind, findMember(behind, id)).flatMap((path) => path.at(-1) ?? []),
    ]),
  ];
}

function isOfGroups(world: World, filter: Filter): boolean {
  if ('per' in filter) return false;
  if ('and' in filter) return filter.and.some((one) => isOfGroups(world, one));
  if ('or' in filter) return filter.or.some((one) => isOfGroups(world, one));
  return filter.operator !== 'measureFilter' && findMember(world, filter.member).kind === 'measure';
}

function measureNamed(world: World, id: string): FoundMeasure {
  const found = findMember(world, id);
  if (found.kind !== 'measure') throw new Error(`${id} is no measure`);
  return found;
}

/** Whether the first or last of some times is a reading, because those are days or truncated. */
function isReading(world: World, { cube, member }: FoundMeasure): boolean {
  if (!member.isTime || member.sql?.kind !== 'member') return false;
  return holdsReadings(world, dimensionOf(world, cube, member.sql));
}

function typeOf({ member }: FoundMeasure): string {
  if (member.isBig) return 'big';
  return member.isTime ? 'time' : 'number';
}

function dimensionNamed(world: World, id: string): FoundDimension {
  const found = findMember(world, id);
  if (found.kind !== 'dimension') throw new Error(`${id} is no dimension`);
  return found;
}

function columnsOf(world: World, query: WorldQuery): readonly Column[] {
  return [
    ...query.dimensions.map((id): Column => {
      const found = dimensionNamed(world, id);
      return {
        name: id,
        role: 'dimension',
        type: typeOfValues(found.member),
        grain: { found, of: (evaluation, row) => shownValue(evaluation, found, row) },
      };
    }),
    ...query.timeDimensions.flatMap(({ dimension, granularity }): readonly Column[] => {
      if (granularity === undefined) return [];
      const found = dimensionNamed(world, dimension);
      const of = (evaluation: Evaluation, row: JoinedRow) => bucketValue(evaluation, found, granularity, row);
      return [{ name: `${dimension}.${granularity}`, role: 'bucket', type: 'time', grain: { found, granularity, of } }];
    }),
    ...query.measures.map(
      (id): Column => ({
        name: id,
        role: 'measure',
        type: typeOf(measureNamed(world, id)),
        measure: measureNamed(world, id),
      }),
    ),
  ];
}

/** The value a row adds to its sums; for counts, whether it is counted. */
function measureOfRow(evaluation: Evaluation, by: readonly Grain[], found: FoundMeasure, row: JoinedRow): Value {
  const { cube, member } = found;
  if (member.isMask && member.sql) return rowValue(evaluation, cube, member.sql, row);
  const mask = rowMask(evaluation, by, found, row);
  if (mask) return mask.shown ? rowValue(evaluation, cube, mask.shown, row) : null;
  if (member.type === 'calculated') {
    return calculated(evaluation, found, (measure) => measureOfRow(evaluation, by, measure, row));
  }
  const isCounted =
    row.get(cube.name) !== undefined &&
    (member.filters ?? []).every((filter) => rowValue(evaluation, cube, filter, row) === true);
  const value = member.sql && isCounted ? rowValue(evaluation, cube, member.sql, row) : null;
  if (member.type !== 'count' && member.type !== 'count_distinct') return value;
  return isCounted && (!member.sql || value !== null) ? 1 : 0;
}

function sorted(
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  query: WorldQuery,
  repeats: boolean,
): Answer {
  const order = sortOf(columns, query);
  const inOrder = rows.toSorted((a, b) => {
    for (const { column, isDescending } of order) {
      const difference = compareCells(a[column] ?? null, b[column] ?? null, isDescending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const { offset = 0, limit = 10_000 } = query;
  const shown = inOrder
    .slice(offset, offset + limit)
    .map((row) =>
      row.map((cell, index) => (columns[index]?.type === 'time' && cell !== null ? formatReading(Number(cell)) : cell)),
    );
  return { kind: 'rows', columns, rows: shown, order, total: rows.length, repeats };
}

/** NULLs come last in either direction. */
function compareCells(a: Value, b: Value, isDescending: boolean): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return isDescending ? compareValues(b, a) : compareValues(a, b);
}

function sortOf(columns: readonly Column[], query: WorldQuery): readonly SortColumn[] {
  const first = (role: Column['role']) => columns.findIndex((column) => column.role === role);
  const asked = query.order
    ?.map(([name, direction]) => ({
      column: columns.findIndex((column) => column.name === name),
      isDescending: direction === 'desc',
    }))
    .filter(({ column }) => column >= 0);
  const usual = () => {
    if (first('bucket') >= 0) return [{ column: first('bucket'), isDescending: false }];
    if (first('dimension') < 0) return [];
    if (first('measure') >= 0) return [{ column: first('measure'), isDescending: true }];
    return [{ column: first('dimension'), isDescending: false }];
  };
  const wanted = asked ?? usual();
  if (wanted.length === 0) return [];
  const ties = columns.flatMap(({ role }, column) =>
    role !== 'measure' && !wanted.some((one) => one.column === column) ? [{ column, isDescending: false }] : [],
  );
  return [...wanted, ...ties];
}
