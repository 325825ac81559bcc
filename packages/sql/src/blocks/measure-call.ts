import { hasQuery } from '../relation/index.ts';
import type { Measure, MemberId, ModelIndex, QueryExpression } from '@orrery/semantic';
import { requireMeasure } from '@orrery/semantic';
import type { AggregateCall, ColumnId, Scalar } from '../relation/index.ts';
import { StatementRefused } from '../refusal.ts';
import { type BaseColumn, type OpenPart } from './part.ts';

/** The meaning of an aggregate call of a statement over the model. */
export type MeasureCall =
  /** The value of a measure. */
  | { readonly kind: 'measure'; readonly member: MemberId }
  /** A measure with another function, or over fewer of its rows. */
  | {
      readonly kind: 'altered';
      readonly member: MemberId;
      readonly function?: MeasureFunction;
      readonly where?: Scalar;
    }
  /** A function over the rows of the selection, or over the values that measures have for single rows. */
  | { readonly kind: 'rows' };

type MeasureFunction = NonNullable<Extract<QueryExpression, { readonly kind: 'altered' }>['function']>;

/** Types of measures that a function may take as they are. */
const fitting: Readonly<Record<string, ReadonlySet<string>>> = {
  count: new Set(['count', 'number', 'numberAgg']),
  'count distinct': new Set(['countDistinct', 'countDistinctApprox', 'number', 'numberAgg']),
  approx_distinct: new Set(['countDistinctApprox', 'number', 'numberAgg']),
  sum: new Set(['sum', 'count', 'number', 'numberAgg', 'runningTotal']),
  avg: new Set(['avg', 'number', 'numberAgg']),
  min: new Set(['min', 'number', 'numberAgg', 'string', 'time', 'boolean']),
  max: new Set(['max', 'number', 'numberAgg', 'string', 'time', 'boolean']),
  string_agg: new Set(['string']),
};

/** Functions that may take the place of a measure's own, over its expression. */
const replacing: Readonly<Record<string, MeasureFunction>> = {
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  'count distinct': 'count-distinct',
  approx_distinct: 'count-distinct-approx',
};
const replaceable: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);
const distinct: ReadonlySet<string> = new Set(['countDistinct', 'countDistinctApprox']);

/** Functions that take measures of certain types; others are computed over what a measure has for single rows. */
const checked: ReadonlySet<string> = new Set(Object.keys(fitting).map((name) => name.replace(' distinct', '')));

/** @param call its arguments over base columns. @throws StatementRefused for a function that does not fit */
export function measureCall(call: AggregateCall, open: OpenPart, model: ModelIndex): MeasureCall {
  const name = call.function.name.toLowerCase();
  const [argument] = call.arguments;
  if (name !== 'measure' && call.filter && hasQuery(call.filter)) return { kind: 'rows' };
  if (name === 'count' && !call.isDistinct && (argument === undefined || isConstant(argument))) {
    return countOf(call, open, model);
  }
  const { value, where } = withCondition(argument);
  const column = columnOf(value, open.base);
  if (name === 'measure') {
    if (column?.role.kind !== 'measure') return refuseMeasureOf(column);
    return narrowed({ kind: 'measure', member: column.role.member }, where, call.filter);
  }
  if (column?.role.kind !== 'measure' || !checked.has(name)) return { kind: 'rows' };
  const measure = requireMeasure(model, column.role.member);
  const written = call.isDistinct ? `${name} distinct` : name;
  const { id: member, aggregateType } = measure;
  if (fitting[written]?.has(aggregateType)) return narrowed({ kind: 'measure', member }, where, call.filter);
  const replacement = replacing[written];
  const isFree = replaceable.has(aggregateType) || (distinct.has(aggregateType) && written.endsWith('distinct'));
  if (replacement && isFree) return narrowed({ kind: 'altered', member, function: replacement }, where, call.filter);
  return refuseFunction(call, measure);
}

/** `CASE WHEN condition THEN value END` is the value where the condition holds. */
function withCondition(argument: Scalar | undefined): { readonly value?: Scalar; readonly where?: Scalar } {
  if (argument?.kind === 'cast' && numberTypes.has(argument.type.name)) return withCondition(argument.operand);
  if (argument?.kind !== 'case') return argument ? { value: argument } : {};
  const [only, ...others] = argument.when;
  const { otherwise } = argument;
  const isNothing = !otherwise || (otherwise.kind === 'constant' && otherwise.value === null);
  return only && others.length === 0 && isNothing && !hasQuery(only.condition)
    ? { value: only.value, where: only.condition }
    : { value: argument };
}

function narrowed(
  call: Exclude<MeasureCall, { readonly kind: 'rows' }>,
  ...conditions: readonly (Scalar | undefined)[]
): MeasureCall {
  const [first, ...others] = conditions.filter((one) => one !== undefined);
  if (!first) return call;
  const where: Scalar = others.length === 0 ? first : { kind: 'and', conditions: [first, ...others], type: first.type };
  return { ...call, kind: 'altered', where };
}

function isConstant(scalar: Scalar): boolean {
  return scalar.kind === 'constant' && scalar.value !== null;
}

/** A measure, also inside of a cast that changes nothing for a sum. */
function columnOf(scalar: Scalar | undefined, base: ReadonlyMap<ColumnId, BaseColumn>): BaseColumn | undefined {
  const inner = scalar && withoutCasts(scalar);
  return inner?.kind === 'column' ? base.get(inner.column) : undefined;
}

/** The measure that an expression is, also inside of a cast that changes nothing for a sum. */
export function measureOf(
  scalar: Scalar,
  base: ReadonlyMap<ColumnId, BaseColumn>,
  model: ModelIndex,
): Measure | undefined {
  const column = columnOf(scalar, base);
  return column?.role.kind === 'measure' ? requireMeasure(model, column.role.member) : undefined;
}

/** Whether the sum of a measure's rows is a number of the model, or one over its expression. */
export function isSummable({ aggregateType }: Measure): boolean {
  return aggregateType === 'count' || replaceable.has(aggregateType);
}

/** An expression without the casts between numbers around it. */
export function withoutCasts(scalar: Scalar): Scalar {
  return scalar.kind === 'cast' && numberTypes.has(scalar.type.name) ? withoutCasts(scalar.operand) : scalar;
}

const numberTypes: ReadonlySet<string> = new Set(['int4', 'int8', 'numeric', 'float4', 'float8']);

/** The measure named `count`, else the first of that type; else the rows themselves. */
function countOf(call: AggregateCall, open: OpenPart, model: ModelIndex): MeasureCall {
  const measures = [...open.base.values()].filter(({ role }) => role.kind === 'measure');
  const [first] = open.pieces;
  const own = measures.filter(({ piece }) => piece === first?.piece);
  const isCount = ({ role }: BaseColumn) =>
    'member' in role && requireMeasure(model, role.member).aggregateType === 'count';
  const found = own.find((column) => column.name === 'count' && isCount(column)) ?? own.find(isCount);
  if (!found || !('member' in found.role)) return { kind: 'rows' };
  return narrowed({ kind: 'measure', member: found.role.member }, call.filter);
}

function refuseMeasureOf(column: BaseColumn | undefined): never {
  const name = column?.name ?? 'expression';
  throw new StatementRefused({
    kind: 'Rewrite Error',
    code: 'sql.measure-of-dimension',
    message: `Dimension '${name}' was used with the aggregate function 'MEASURE()'. Please use a measure instead`,
  });
}

const functionOf: Readonly<Record<string, string>> = {
  count: 'COUNT()',
  countDistinct: 'COUNT(DISTINCT)',
  countDistinctApprox: 'APPROX_DISTINCT()',
  sum: 'SUM()',
  runningTotal: 'SUM()',
  avg: 'AVG()',
  min: 'MIN()',
  max: 'MAX()',
};

function refuseFunction(call: AggregateCall, { name, aggregateType }: Measure): never {
  const written = call.isDistinct
    ? `${call.function.name.toUpperCase()}(DISTINCT)`
    : `${call.function.name.toUpperCase()}()`;
  const fits = functionOf[aggregateType] ?? 'MEASURE()';
  throw new StatementRefused({
    kind: 'Rewrite Error',
    code: 'sql.measure-function',
    message: `Measure aggregation type doesn't match. The aggregation type for '${name}' is '${fits}' but '${written}' was provided`,
    position: call.position,
    hint: `MEASURE(${name})`,
  });
}
