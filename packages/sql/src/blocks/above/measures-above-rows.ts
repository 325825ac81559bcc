import {
  type Access,
  type CubeName,
  hasRowValue,
  maskedFor,
  type MemberId,
  membersNamed,
  type ModelIndex,
  requireCube,
  requireMeasure,
  requireMember,
  resolveAlias,
} from '@orrery/semantic';
import { functionsNamed } from '../../functions/index.ts';
import {
  type AggregateCall,
  type Block,
  type ColumnId,
  columnsOf,
  columnsRead,
  type Computed,
  type Relation,
  type Scalar,
  type SharedRelation,
  type WindowCall,
} from '../../relation/index.ts';
import type { SqlType } from '../../types/index.ts';
import { StatementRefused } from '../../refusal.ts';
import { withCountedValues } from './counted-values.ts';
import { membersTested, pathsTo } from '../listed-joins.ts';
import { isAtMostOne, keysOf } from './row-keys.ts';
import { scalarsOfCall } from '../row-values.ts';

/** A column that has the value of a measure for single rows. */
interface RowMeasure {
  readonly member: MemberId;
  /** Whether joins may repeat these rows. */
  readonly isRepeated: boolean;
  /** Whether the rows may be others than those of the measure's cube, each once. */
  readonly isOfOthers: boolean;
  /** Whether the column is the measure, and not made of it. */
  readonly isItself: boolean;
}

interface MeasuredRows {
  readonly model: ModelIndex;
  /** The rights of the caller: a mask stands for the measure of a group, and not for its values of single rows. */
  readonly access: Access;
  readonly shared: readonly SharedRelation[];
  /** Whether the rows are known to be those of the measures, each once. */
  readonly areOwnRows?: boolean;
  /** Columns that have one value in each group. */
  readonly groupedBy?: ReadonlySet<ColumnId>;
}

/** Aggregates of measures, and the functions that may take their values of single rows. */
const own: Readonly<Record<string, string>> = { sum: 'sum', count: 'count', avg: 'avg', min: 'min', max: 'max' };

/** Measures whose value in a single row is that of their expression, which other functions may take. */
const ofValues: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);

/** Measures that count the values of rows, which rows that are read twice do not change. */
const distinct: ReadonlySet<string> = new Set(['countDistinct', 'countDistinctApprox']);

/**
 * Calls over rows that stand above the model, and these rows: distinct counts are counted from the values that rows have.
 *
 * @param isOfMeasure chooses the calls that are computed from values of rows
 * @throws StatementRefused like `measureAboveRows`
 */
export function measuresAboveRows(
  calls: readonly Computed<AggregateCall>[],
  isOfMeasure: (call: AggregateCall) => boolean,
  input: Relation,
  source: MeasuredRows,
): { readonly input: Relation; readonly calls: readonly Computed<AggregateCall>[] } {
  const counting = new Set<ColumnId>();
  const made = calls.map((one) => {
    if (!isOfMeasure(one.expression)) return one;
    const counted = countedIn(one.expression, input, source);
    if (counted === undefined) return { ...one, expression: measureAboveRows(one.expression, input, source) };
    counting.add(counted.column);
    return { ...one, expression: counted.call };
  });
  const others = made.flatMap(({ expression }) => {
    const [argument] = expression.arguments;
    const isCounted = argument?.kind === 'column' && counting.has(argument.column);
    return scalarsOfCall(isCounted ? { ...expression, arguments: [] } : expression).flatMap(columnsRead);
  });
  const isReadOtherwise = others.some((id) => counting.has(id));
  const rows = isReadOtherwise ? undefined : withCountedValues(input, counting);
  if (rows) return { input: rows, calls: made };
  const [first] = calls.filter(({ expression }) => countedIn(expression, input, source) !== undefined);
  const call = first?.expression;
  const found = call && countedIn(call, input, source);
  return call && found
    ? refuse(call, found.member, 'a distinct count is read in another way too')
    : { input, calls: made };
}

/** A call of a distinct count as one over the values of rows, where the rows are those of the measure. */
function countedIn(
  call: AggregateCall,
  input: Relation,
  source: MeasuredRows,
): { readonly call: AggregateCall; readonly column: ColumnId; readonly member: MemberId } | undefined {
  const [argument] = call.arguments;
  const name = call.function.name.toLowerCase();
  const isOwn = name === 'measure' || name === 'approx_distinct' || (name === 'count' && call.isDistinct);
  if (!isOwn || argument?.kind !== 'column') return undefined;
  const { model, areOwnRows = false } = source;
  const found = measureOf(input, argument.column, source);
  if (!found?.isItself || (found.isOfOthers && !areOwnRows)) return undefined;
  const { member } = found;
  if (!distinct.has(requireMeasure(model, member).aggregateType) || !hasRowValue(model, member)) return undefined;
  const count = functionsNamed('count').find(({ parameters: [first] }) => first === 'any');
  if (!count) throw new Error('COUNT takes what measures have');
  const value: Scalar = { ...argument, type: { name: 'text' } };
  return { call: { ...call, function: count, arguments: [value], isDistinct: true }, column: argument.column, member };
}

/**
 * A call over rows that stand above the model, such as those of a join or of a condition with a sub-select. A measure is
 * computed from its values of single rows, where that is the measure.
 *
 * @throws StatementRefused for a measure that these rows repeat, and for one that they do not make up
 */
function measureAboveRows(call: AggregateCall, input: Relation, source: MeasuredRows): AggregateCall {
  const { model, access, areOwnRows = false } = source;
  const read = scalarsOfCall(call).flatMap(columnsRead);
  const found = read.flatMap((id) => {
    const one = measureOf(input, id, source);
    return one ? [one] : [];
  });
  const name = call.function.name.toLowerCase();
  for (const { member, isRepeated, isOfOthers } of found) {
    const measure = requireMeasure(model, member);
    const { aggregateType } = measure;
    if (maskedFor(model, access, measure) !== 'nowhere') refuse(call, member, 'it is masked');
    if ((isRepeated || isOfOthers) && !areOwnRows)
      refuse(call, member, 'rows of the joins repeat those of the measure');
    const isOwn = name === 'measure' || name === own[aggregateType] || (name === 'sum' && aggregateType === 'count');
    const isOther = ofValues.has(aggregateType) && name !== 'measure';
    const isOfRows = own[aggregateType] !== undefined && hasRowValue(model, member);
    if (!isOfRows || (!isOwn && !isOther)) refuse(call, member, `it is no ${name.toUpperCase()} of rows`);
  }
  const [only] = found;
  if (!only) return call;
  const { aggregateType } = requireMeasure(model, only.member);
  const isCount = only.isItself && aggregateType === 'count' && call.arguments.every(({ kind }) => kind === 'column');
  if (isCount && name === 'sum') return withZeros(call);
  const made = name === 'measure' ? asOwnFunction(call, own[aggregateType] ?? '') : call;
  return isCount && (name === 'measure' || name === 'count') ? withoutZeros(made) : made;
}

/** MEASURE over a window of rows: the function of the measure over its values of single rows. */
export function measureOverRows(call: WindowCall, input: Relation, source: MeasuredRows): WindowCall {
  return call.function.name === 'measure' ? { ...call, ...measureAboveRows(call, input, source) } : call;
}

/** Rows that a filter leaves out of a sum of counts count 0: a group of these has 0, and not NULL. */
function withZeros({ filter, ...call }: AggregateCall): AggregateCall {
  const [argument] = call.arguments;
  if (!filter || !argument) return { ...call, ...(filter ? { filter } : {}) };
  const otherwise: Scalar = { kind: 'constant', value: '0', type: argument.type };
  const when = [{ condition: filter, value: argument }];
  return { ...call, arguments: [{ kind: 'case', when, otherwise, type: argument.type }] };
}

/** A row that is not counted has 0. */
function withoutZeros(call: AggregateCall): AggregateCall {
  const [argument] = call.arguments;
  if (!argument) return call;
  const zero: Scalar = { kind: 'constant', value: '0', type: argument.type };
  const bool: SqlType = { name: 'bool' };
  const test: Scalar = { kind: 'distinct-from', left: argument, right: zero, isNegated: false, type: bool };
  const filter: Scalar = call.filter ? { kind: 'and', conditions: [call.filter, test], type: bool } : test;
  return { ...call, filter };
}

function asOwnFunction(call: AggregateCall, name: string): AggregateCall {
  const [argument] = call.arguments;
  const entry = functionsNamed(name).find(
    ({ parameters: [first] }) => first === argument?.type.name || first === 'any',
  );
  if (!entry) throw new Error(`${name} takes what measures have`);
  return { ...call, function: entry };
}

function measureOf(relation: Relation, id: ColumnId, source: MeasuredRows): RowMeasure | undefined {
  const { model, shared, groupedBy = [] } = source;
  const within = (input: Relation, column: ColumnId) => measureOf(input, column, source);
  switch (relation.kind) {
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      const read = item ? columnsRead(item.expression) : [];
      const found = read.map((one) => within(relation.input, one)).find((one) => one !== undefined);
      return found && { ...found, isItself: found.isItself && item?.expression.kind === 'column' };
    }
    case 'filter':
    case 'sort':
    case 'limit':
    case 'distinct':
      return within(relation.input, id);
    case 'window':
      return relation.calls.some(({ column }) => column.id === id) ? undefined : within(relation.input, id);
    case 'shared': {
      const at = relation.columns.findIndex((column) => column.id === id);
      const target = shared[relation.shared]?.relation;
      const column = target && columnsOf(target)[at];
      return target && column ? within(target, column.id) : undefined;
    }
    case 'recursive':
    case 'set': {
      const at = relation.columns.findIndex((column) => column.id === id);
      const sides = [relation.left, relation.right].map((side) => ({ side, column: columnsOf(side)[at] }));
      return sides.map(({ side, column }) => column && within(side, column.id)).find((one) => one !== undefined);
    }
    case 'join': {
      const isLeft = columnsOf(relation.left).some((column) => column.id === id);
      const [side, other] = isLeft ? [relation.left, relation.right] : [relation.right, relation.left];
      const found = within(side, id);
      if (!found) return undefined;
      const keys = new Set([...keysOf(relation, side, other), ...groupedBy]);
      const isSingle = isAtMostOne(other, keys, shared);
      return { ...found, isRepeated: found.isRepeated || !isSingle };
    }
    case 'block': {
      const at = relation.columns.findIndex((column) => column.id === id);
      const name = relation.block.outputs[at]?.name;
      const { query } = relation.block;
      if (query.ungrouped !== true || !query.measures.some((one) => one === name)) return undefined;
      const member = name as MemberId; // a measure of the query
      return { member, isRepeated: false, isOfOthers: !hasOwnRows(relation.block, member, model), isItself: true };
    }
    case 'aggregate':
    case 'piece':
    case 'catalog':
    case 'recursion':
    case 'values':
    case 'function':
      return undefined;
  }
}

/** Whether the rows of a block are those of the measure's cube, each once. */
function hasOwnRows({ query, pieces }: Block, measure: MemberId, model: ModelIndex): boolean {
  const [piece, ...others] = pieces;
  if (piece === undefined) return false;
  if (model.pieces.get(piece)?.kind === 'cube' && others.length === 0) return true;
  const path = resolveAlias(model, measure, 'measure').path;
  if (path.length > 1) return false;
  if (others.length > 0 && pieces.some((one) => model.pieces.get(one)?.kind !== 'cube')) return false;
  const dimensions = [...query.dimensions, ...query.timeDimensions.map(({ dimension }) => dimension)].flatMap((one) =>
    typeof one === 'string' ? [one] : membersNamed(one.expression),
  );
  const ofOthers = query.measures.flatMap((one) => (typeof one === 'string' ? [one] : membersNamed(one.expression)));
  const read = [...dimensions, ...ofOthers, ...query.segments, ...query.filters.flatMap(membersTested)];
  const ways = others.length > 0 ? [...(query.joinHints ?? []), ...(pathsTo(pieces, model) ?? [])] : [];
  const isFoundOnce = (one: CubeName) => {
    const way = ways.find((cubes) => cubes[0] === path[0] && cubes.includes(one));
    return one === path[0] || (way !== undefined && isToOne(way.slice(0, way.indexOf(one) + 1), model));
  };
  if (others.length > 0 && !pieces.every(isFoundOnce)) return false;
  return read.every((one) => {
    const [cube, name] = one.split('.');
    const id = `${cube}.${name}` as MemberId;
    return isToOne(resolveAlias(model, id, requireMember(model, id).kind).path, model);
  });
}

/** Whether a path of joins leads to at most one row each. */
function isToOne(path: readonly CubeName[], model: ModelIndex): boolean {
  return path.slice(1).every((to, index) => {
    const from = path[index];
    const join = from === undefined ? undefined : requireCube(model, from).joins.find((one) => one.to === to);
    return join !== undefined && join.relationship !== 'one-to-many';
  });
}

function refuse(call: AggregateCall, member: MemberId, why: string): never {
  throw new StatementRefused({
    kind: 'Unsupported Error',
    code: 'sql.measure-above-rows',
    message: `The measure '${member}' cannot be computed from the rows of this FROM: ${why}`,
    position: call.position,
    hint: 'Group by the columns of the condition in a sub-select, and join that',
  });
}
