import {
  type Cube,
  type CubeName,
  cubeOf,
  type Dimension,
  type DimensionExpression,
  factOfPart,
  type Fragment,
  fragmentsOf,
  type Granularity,
  type Join,
  LayeredMap,
  type Measure,
  type MeasureExpression,
  type Member,
  type MemberId,
  type ModelIndex,
  type Piece,
  referencesIn,
  requireDimension,
  requireMember,
  requirePiece,
  type Segment,
  type StoredForm,
  touchedBy,
  type ValueType,
} from './model/index.ts';
import { type Dialect, fragment, renderStatement } from './sql/index.ts';
import { followedTime, referredGranularity } from './plan/index.ts';
import type { BoundQuery, Condition, Expression, Output } from './query/index.ts';
import type { Instant, Zone } from './time/index.ts';

/**
 * Queries that test a model on its data source. They read no rows: the source only has to accept them and return the
 * column types. They are planned like any other query, over a model with additional members: the stored form of a
 * member, the operand of a measure, the conditions of a measure, the row of a cube.
 */
export interface Probes {
  readonly model: ModelIndex;
  /** The row of the cube, whatever its content. */
  source(cube: Cube): BoundQuery;
  /** Dimensions of a cube as queries use them: shown, grouped, sorted, compared; and segments as filters. */
  rows(cube: CubeName, dimensions: readonly Dimension[], segments: readonly Segment[]): BoundQuery;
  /** Stored values of dimensions and operands of measures, in their order. */
  stored(members: readonly (Dimension | Measure)[]): BoundQuery;
  /** Measures in their order, then the groups that their stages read. */
  measures(measures: readonly Measure[]): BoundQuery;
  /** The rows for which one of the conditions of a measure holds. */
  filter(measure: Measure, index: number): BoundQuery;
  join(join: Join): BoundQuery;
  /** The SQL of a member's mask: for a dimension together with its value, because masks apply to some rows only. */
  mask(member: Dimension | Measure): BoundQuery;
}

export function probesOf(model: ModelIndex): Probes {
  const cubes = [...model.pieces.values()].filter((piece) => piece.kind === 'cube');
  const members = new Map<MemberId, Member>(model.members);
  for (const cube of cubes) for (const member of probingMembers(cube)) members.set(member.id, member);
  const extended = { ...model, members };

  return {
    model: extended,
    source: ({ name }) => ask({ outputs: [shown(rowOf(name))], isUngrouped: true }),
    rows: (cube, dimensions, segments) =>
      ask({
        outputs:
          dimensions.length === 0
            ? [shown(rowOf(cube))]
            : [...dimensions.map(({ id, type }) => shown(id, type)), ...dimensions.filter(isTime).map(byDay)],
        rowFilters: [
          ...segments.map(({ id }): Condition => ({ kind: 'segment', member: id })),
          ...dimensions.map(compared),
        ],
        order: dimensions.map((_, output) => ({ output, isDescending: false })),
      }),
    stored: (some) =>
      ask({
        outputs: some.map(({ id }) => shown(storedOf(id), requireDimension(extended, storedOf(id)).type)),
        isUngrouped: true,
      }),
    measures: (measures) => ask({ outputs: [...measures.map(measured), ...readOfGroups(extended, measures)] }),
    filter: ({ id }, index) =>
      ask({
        outputs: [shown(rowOf(cubeOf(id)))],
        rowFilters: [{ kind: 'segment', member: filterOf(id, index) }],
        isUngrouped: true,
      }),
    mask: ({ id, kind, type }) =>
      ask({ outputs: [kind === 'measure' ? measured({ id: maskOf(id), type }) : shown(maskOf(id), type)] }),
    join: ({ from, to }) => ask({ outputs: [shown(rowOf(from)), shown(joinedOf(from, to))], isUngrouped: true }),
  };
}

/** A query for the types of times in a data source, with its model. */
export interface TimeProbe {
  readonly query: BoundQuery;
  readonly model: ModelIndex;
}

/**
 * Members of a cube or view whose type a data source can tell: times, texts and numbers. They are stored columns, and
 * computed values.
 */
export interface TimesOfCube {
  readonly stored: readonly (Dimension | Measure)[];
  readonly made: readonly (Dimension | Measure)[];
}

/** Finds them once for each cube and view of a model. */
export function timesOf(model: ModelIndex, name: CubeName): TimesOfCube {
  return factOfPart(model, name, findTimes);
}

function findTimes(model: ModelIndex, name: CubeName): TimesOfCube {
  const { dimensions, measures } = requirePiece(model, name);
  return {
    stored: [...dimensions.filter(isOfColumns), ...measures.filter(isOfValues)],
    made: [...dimensions.filter(isMadeDimension), ...measures.filter(isMadeMeasure)],
  };
}

export function hasTimes(model: ModelIndex, name: CubeName): boolean {
  const { stored, made } = timesOf(model, name);
  return stored.length + made.length > 0;
}

function isOfValues(measure: Measure): boolean {
  return aggregatesValues(measure) && !counts(measure);
}

function counts({ expression, times }: Measure): boolean {
  return times === undefined && expression.kind === 'aggregate' && expression.function.startsWith('count');
}

function isMadeDimension(dimension: Dimension): boolean {
  if (isTime(dimension)) return isMade(dimension);
  return dimension.type !== 'boolean' && dimension.expression.kind === 'stage';
}

/** Numbers that are made of finished measures have no type of their own. */
function isMadeMeasure(measure: Measure): boolean {
  if (isTime(measure) || measure.times !== undefined) return isMade(measure);
  const { kind } = measure.expression;
  if (measure.type === 'number') return kind === 'raw-aggregate';
  return measure.type === 'string' && kind !== 'aggregate' && kind !== 'alias';
}

/** Numbers of a cube that are stored columns, and measures whose values are such numbers: sums and extremes. */
export function numbersOf({ dimensions, measures }: Piece): TimesOfCube['stored'] {
  const isShown = ({ type, mask }: Dimension | Measure) => type === 'number' && mask === undefined;
  return [
    ...dimensions.filter((one) => isShown(one) && readsColumns.has(one.expression.kind)),
    ...measures.filter((one) => isShown(one) && one.times === undefined && keepsNumbers(one)),
  ];
}

const readsColumns: ReadonlySet<string> = new Set(['sql', 'sub-query']);

function keepsNumbers({ expression }: Measure): boolean {
  return aggregates.has(expression.kind === 'aggregate' && expression.sql ? expression.function : '');
}

const aggregates: ReadonlySet<string> = new Set(['sum', 'min', 'max']);

/** A time that is just another one has that one's type. */
function isMade(member: Dimension | Measure): boolean {
  switch (member.expression.kind) {
    case 'calculated':
    case 'raw-aggregate':
      return true;
    case 'windowed':
    case 'stage':
      return followedTime(member) === undefined;
    default:
      return false;
  }
}

/** Builds a query without rows, for the column types in the order of the members. */
export function timeProbe(model: ModelIndex, { stored, made }: TimesOfCube): TimeProbe {
  const columns = [...stored, ...made].flatMap((member) => {
    const expression = member.kind === 'dimension' ? member.expression : storedValue(member);
    // The values of a choice have one type; constants are rendered by it.
    const type = member.type === 'string' && !isSqlAlone(expression ?? member.expression) ? 'string' : 'number';
    return expression ? [dimension(storedOf(member.id), expression, type)] : [];
  });
  const members = new LayeredMap<MemberId, Member>(model.members, new Map(columns.map((one) => [one.id, one])));
  const outputs =
    stored.length > 0
      ? columns.map(({ id }) => shown(id))
      : [
          ...made.map((one) => (one.kind === 'dimension' ? shown(storedOf(one.id)) : measured(one))),
          ...readOfGroups(
            model,
            made.filter((one) => one.kind === 'measure'),
          ),
        ];
  return { query: ask({ outputs, isUngrouped: stored.length > 0 }), model: { ...model, members } };
}

/** Writes the cast by which a member is shown. @param value the SQL of its value */
export function castText(value: string, as: StoredForm, dialect: Dialect): string {
  return renderStatement({ kind: 'shown-value', operand: fragment(value), as }, dialect).text;
}

/** Buckets of another time are clock times already, whatever type an engine uses for them. */
function isOfColumns({ expression, type }: Dimension): boolean {
  if (type === 'boolean') return false;
  switch (expression.kind) {
    case 'sql':
      return !expression.sql.parts.every((part) => part.kind === 'member' && part.granularity !== undefined);
    case 'sub-query':
    case 'choice':
      return true;
    case 'case':
      return (
        type === 'number' ||
        [...expression.when.map(({ label }) => label), expression.otherwise].every((one) => one?.kind !== 'text')
      );
    default:
      return false;
  }
}

function storedValue({ expression }: Measure): DimensionExpression | undefined {
  return expression.kind === 'aggregate' && expression.sql ? { kind: 'sql', sql: expression.sql } : undefined;
}

/** Whether a measure has one value per row that it aggregates. */
export function aggregatesValues({ expression }: Measure): boolean {
  return expression.kind === 'aggregate' && expression.sql !== undefined;
}

/** Names with a `:` cannot occur in a model. */
function rowOf(cube: string): MemberId {
  return `${cube}.:row` as MemberId;
}

function joinedOf(from: string, to: string): MemberId {
  return `${from}.:joined:${to}` as MemberId;
}

function storedOf(id: MemberId): MemberId {
  return `${id}:stored` as MemberId;
}

function filterOf(id: MemberId, index: number): MemberId {
  return `${id}:filter:${index}` as MemberId;
}

function maskOf(id: MemberId): MemberId {
  return `${id}:mask` as MemberId;
}

function probingMembers(cube: Cube): readonly Member[] {
  const row: Fragment = { parts: [{ kind: 'text', text: '1' }] };
  return [
    dimension(rowOf(cube.name), { kind: 'sql', sql: row }),
    ...cube.joins.map(({ from, to }) =>
      dimension(joinedOf(from, to), { kind: 'alias', member: rowOf(to), path: [from, to] }),
    ),
    // Other expressions contain constants, which are rendered by the type of the dimension.
    ...cube.dimensions.map(({ id, expression, type }) =>
      dimension(storedOf(id), expression, isSqlAlone(expression) ? 'number' : type),
    ),
    ...cube.measures.flatMap(({ id, expression }): readonly Member[] => {
      if (expression.kind !== 'aggregate') return [];
      const value = expression.sql && dimension(storedOf(id), { kind: 'sql', sql: expression.sql });
      return [...(value ? [value] : []), ...expression.filters.map((sql, index) => segment(filterOf(id, index), sql))];
    }),
    ...cube.dimensions.flatMap(maskedDimension),
    ...cube.measures.flatMap(maskedMeasure),
  ];
}

function maskedDimension({ id, type, mask }: Dimension): readonly Member[] {
  if (mask?.kind !== 'sql') return [];
  const value: Fragment = { parts: [{ kind: 'member', member: id, path: [] }] };
  const isShown: Fragment = { parts: [{ kind: 'text', text: '1 = 1' }] };
  const expression: DimensionExpression = {
    kind: 'case',
    when: [{ condition: isShown, label: { kind: 'sql', sql: value } }],
    otherwise: { kind: 'sql', sql: mask.sql },
  };
  return [dimension(maskOf(id), expression, type)];
}

function maskedMeasure(measure: Measure, _: number, measures: readonly Measure[]): readonly Member[] {
  const { mask } = measure;
  if (mask?.kind !== 'sql') return [];
  const { parts } = mask.sql;
  const isOfMeasures = parts.every(
    (part) => part.kind === 'text' || (part.kind === 'member' && measures.some(({ id }) => id === part.member)),
  );
  const kind = isOfMeasures && parts.some((part) => part.kind === 'member') ? 'calculated' : 'raw-aggregate';
  return [{ ...measure, ...face(maskOf(measure.id)), expression: { kind, sql: mask.sql, filters: [] } }];
}

function isSqlAlone({ kind }: Pick<DimensionExpression | MeasureExpression, 'kind'>): boolean {
  return kind === 'sql' || kind === 'sub-query' || kind === 'alias';
}

/** Defaults to the type whose values every dialect leaves unchanged. */
function dimension(id: MemberId, expression: DimensionExpression, type: ValueType = 'number'): Dimension {
  return { ...face(id), kind: 'dimension', type, isPrimaryKey: false, suggestsFilterValues: false, expression };
}

function segment(id: MemberId, sql: Fragment): Segment {
  return { ...face(id), kind: 'segment', expression: { kind: 'sql', sql } };
}

function face(id: MemberId) {
  return { id, name: id, title: id, shortTitle: id, isPublic: false };
}

function ask(query: Pick<BoundQuery, 'outputs'> & Partial<BoundQuery>): BoundQuery {
  return {
    rowFilters: [],
    defaultFilters: [],
    rowRules: [],
    masks: [],
    groupFilters: [],
    order: [],
    offset: 0,
    limit: 0,
    year: 2024,
    zone: 'UTC' as Zone, // the name of a zone that every runtime knows
    ruleZone: 'UTC' as Zone,
    isUngrouped: false,
    joinHints: [],
    joined: [],
    timeMembers: [],
    dateRanges: [],
    ...query,
    outputs: query.outputs.map((output, index) => ({ ...output, alias: `column_${index + 1}` })),
  };
}

function shown(id: MemberId, type: Output['type'] = 'number'): Output {
  return { name: id, alias: id, role: 'dimension', type, expression: { kind: 'dimension', member: id } };
}

function byDay({ id }: Dimension): Output {
  return byBucket(id, 'day');
}

function byBucket(id: MemberId, granularity: Granularity): Output {
  const expression: Expression = { kind: 'bucket', member: id, granularity };
  return {
    name: `${id}.${typeof granularity === 'string' ? granularity : granularity.name}`,
    alias: id,
    role: 'bucket',
    type: 'time',
    expression,
  };
}

function measured({ id, type }: Pick<Measure, 'id' | 'type'>): Output {
  return { name: id, alias: id, role: 'measure', type, expression: { kind: 'measure', member: id } };
}

/** Dimensions that a stage reads from the query: its SQL has no value without them. */
function readOfGroups(model: ModelIndex, measures: readonly Measure[]): readonly Output[] {
  const touched = touchedBy(
    model,
    measures.map(({ id }) => id),
  );
  const found = new Map<string, Output>();
  for (const id of touched.members) {
    const member = requireMember(model, id);
    if (member.kind !== 'measure' || member.expression.kind !== 'stage') continue;
    for (const reference of referencesIn(fragmentsOf(member))) {
      const read = requireMember(model, reference.member);
      if (read.kind !== 'dimension') continue;
      const granularity = reference.granularity === undefined ? undefined : referredGranularity(model, reference);
      const output = granularity === undefined ? shown(read.id, read.type) : byBucket(read.id, granularity);
      found.set(JSON.stringify(output.expression), output);
    }
  }
  return [...found.values()];
}

function isTime({ type }: Dimension | Measure): boolean {
  return type === 'time';
}

/** A condition that compares a value of this type. */
function compared({ id, type }: Dimension): Condition {
  const operand: Expression = { kind: 'dimension', member: id };
  switch (type) {
    case 'string':
      return { kind: 'text', match: 'contains', operand, values: ['a'], isNegated: false, keepsNull: false };
    case 'number':
      return { kind: 'compare', operator: '>', operand, value: { type: 'number', text: '0' } };
    case 'boolean':
      return {
        kind: 'one-of',
        operand,
        values: [{ type: 'boolean', isTrue: true }],
        isNegated: false,
        keepsNull: false,
      };
    case 'time':
      return { kind: 'range', operand, from: 0 as Instant, isNegated: false }; // any instant will do
  }
}
