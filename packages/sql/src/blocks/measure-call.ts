import type { Measure, MemberId, ModelIndex } from '@orrery/semantic';
import { requireMeasure } from '@orrery/semantic';
import { type AggregateCall, type ColumnId, columnsRead, type Scalar } from '../relation/index.ts';
import { refuseUnsupported, StatementRefused } from '../refusal.ts';
import type { BaseColumn, Open } from './part.ts';

/** What an aggregate call of a statement means over the model. */
export type MeasureCall =
  /** The value of a measure. */
  | { readonly kind: 'measure'; readonly member: MemberId }
  /** A function over the rows of the selection. */
  | { readonly kind: 'rows' };

/**
 * Types of measures that a function may take as they are (sql-api.md 4.1). Counts have whole numbers, so that a measure of
 * type number, which may have others, is read by MEASURE, SUM and AVG.
 */
const fitting: Readonly<Record<string, ReadonlySet<string>>> = {
  count: new Set(['count']),
  'count distinct': new Set(['countDistinct', 'countDistinctApprox']),
  approx_distinct: new Set(['countDistinctApprox']),
  sum: new Set(['sum', 'count', 'number', 'numberAgg', 'runningTotal']),
  avg: new Set(['avg', 'number', 'numberAgg']),
  min: new Set(['min', 'number', 'numberAgg', 'string', 'time', 'boolean']),
  max: new Set(['max', 'number', 'numberAgg', 'string', 'time', 'boolean']),
  string_agg: new Set(['string']),
};

/** @param call its arguments over base columns. @throws StatementRefused for a function that does not fit */
export function measureCall(call: AggregateCall, open: Open, model: ModelIndex): MeasureCall {
  const name = call.function.name.toLowerCase();
  const [argument] = call.arguments;
  if (name === 'count' && !call.isDistinct && (argument === undefined || isConstant(argument)))
    return countOf(call, open, model);
  const column = columnOf(argument, open.base);
  if (name === 'measure') {
    if (column?.role.kind === 'measure') return plain(call, column.role.member);
    return refuseMeasureOf(column);
  }
  if (column?.role.kind !== 'measure') {
    const measure = measuresIn(call, open.base)[0];
    if (measure) {
      refuseUnsupported(
        'sql.measure-argument',
        `${name.toUpperCase()} takes the measure '${measure.name}' itself, not an expression over it`,
        call.position,
        `MEASURE(${measure.name})`,
      );
    }
    return { kind: 'rows' };
  }
  const measure = requireMeasure(model, column.role.member);
  if (fitting[call.isDistinct ? `${name} distinct` : name]?.has(measure.aggregateType)) return plain(call, measure.id);
  return refuseFunction(call, measure);
}

function plain(call: AggregateCall, member: MemberId): MeasureCall {
  if (call.filter) {
    refuseUnsupported('sql.measure-filter', `FILTER over the measure '${member}' is not supported`, call.position);
  }
  return { kind: 'measure', member };
}

function isConstant(scalar: Scalar): boolean {
  return scalar.kind === 'constant' && scalar.value !== null;
}

/** A measure, also inside of a cast that changes nothing for a sum. */
function columnOf(scalar: Scalar | undefined, base: ReadonlyMap<ColumnId, BaseColumn>): BaseColumn | undefined {
  if (scalar?.kind === 'cast' && numberTypes.has(scalar.type.name)) return columnOf(scalar.operand, base);
  return scalar?.kind === 'column' ? base.get(scalar.column) : undefined;
}

const numberTypes: ReadonlySet<string> = new Set(['int4', 'int8', 'numeric', 'float4', 'float8']);

function measuresIn(call: AggregateCall, base: ReadonlyMap<ColumnId, BaseColumn>): readonly BaseColumn[] {
  const read = [
    ...call.arguments,
    ...call.order.map(({ expression }) => expression),
    ...(call.filter ? [call.filter] : []),
  ];
  return read.flatMap(columnsRead).flatMap((id) => {
    const column = base.get(id);
    return column?.role.kind === 'measure' ? [column] : [];
  });
}

/** The measure named `count`, else the first of that type; else the rows themselves. */
function countOf(call: AggregateCall, open: Open, model: ModelIndex): MeasureCall {
  if (call.filter) return { kind: 'rows' };
  const measures = [...open.base.values()].filter(({ role }) => role.kind === 'measure');
  const [first] = open.pieces;
  const own = measures.filter(({ piece }) => piece === first?.piece);
  const isCount = ({ role }: BaseColumn) =>
    'member' in role && requireMeasure(model, role.member).aggregateType === 'count';
  const found = own.find((column) => column.name === 'count' && isCount(column)) ?? own.find(isCount);
  return found && 'member' in found.role ? { kind: 'measure', member: found.role.member } : { kind: 'rows' };
}

function refuseMeasureOf(column: BaseColumn | undefined): never {
  const name = column?.name ?? 'expression';
  throw new StatementRefused({
    kind: 'Rewrite Error',
    code: 'sql.measure-of-dimension',
    message: `Dimension '${name}' was used with the aggregate function 'MEASURE()'. Please use a measure instead. Please check logs for additional information`,
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
    message: `Measure aggregation type doesn't match. The aggregation type for '${name}' is '${fits}' but '${written}' was provided. Please check logs for additional information`,
    position: call.position,
    hint: `MEASURE(${name})`,
  });
}
