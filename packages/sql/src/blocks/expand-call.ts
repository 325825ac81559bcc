import type { ModelIndex } from '@orrery/semantic';
import { functionsNamed, meanEntry, operatorsNamed } from '../functions/index.ts';
import { type AggregateCall, type Column, columnsRead, type Computed, type Scalar } from '../relation/index.ts';
import { resolveFunction, resolveOperator, type SqlType } from '../types/index.ts';
import { isSummable, measureOf, withoutCasts } from './measure-call.ts';
import { type BaseColumn, columnScalar, fresh, isOfRows, type NewColumns, type OpenPart } from './part.ts';

/** A call as others that the model computes, and its value over their columns. */
export interface Expanded {
  readonly calls: readonly Computed<AggregateCall>[];
  readonly value: Scalar;
}

/**
 * `SUM(CASE WHEN a THEN m WHEN b THEN n ELSE 0 END)` adds up the sums of its branches, each over the rows that reach it.
 * A mean of exact numbers is their sum by their count: engines give such a mean decimals in their own way.
 *
 * @param call its arguments over base columns
 */
export function expandCall(
  { column, expression: call }: Computed<AggregateCall>,
  { base }: OpenPart,
  model: ModelIndex,
  numbers: NewColumns,
): Expanded {
  const itself: Expanded = { calls: [{ column, expression: call }], value: columnScalar(column) };
  const [argument] = call.arguments;
  if (argument && isExactMean(call, argument, base)) return meanOf(call, argument, column, numbers);
  const choice = argument && withoutCasts(argument);
  if (call.function.name !== 'sum' || call.isDistinct || !argument || choice?.kind !== 'case') return itself;
  const isOfMeasures = columnsRead(choice).some((id) => base.get(id)?.role.kind === 'measure');
  const branches = branchesOf(choice).filter(({ value }) => !isNull(value));
  if (!isOfMeasures || !branches.every(({ value }) => isSum(value, base, model))) return itself;
  if (!branches.every(({ where }) => where === undefined || isOfRows(where, base))) return itself;
  const parts = branches.map(({ value, where }): Computed<AggregateCall> => {
    const conditions = [call.filter, where].filter((one) => one !== undefined);
    const { filter: _, ...rest } = call;
    const filter = allOf(conditions);
    return {
      column: branches.length === 1 ? column : fresh(numbers, column),
      expression: { ...rest, arguments: [typed(value, argument.type)], ...(filter ? { filter } : {}) },
    };
  });
  const [first, ...others] = parts.map((part) => columnScalar(part.column));
  return first ? { calls: parts, value: others.reduce((sum, one) => added(sum, one), first) } : itself;
}

function isExactMean(call: AggregateCall, argument: Scalar, base: ReadonlyMap<number, BaseColumn>): boolean {
  const isPlain = !call.isDistinct && call.order.length === 0;
  return call.function.name === 'avg' && call.type.name === 'numeric' && isPlain && isOfRows(argument, base);
}

function meanOf(call: AggregateCall, argument: Scalar, column: Column, numbers: NewColumns): Expanded {
  const { type } = argument;
  const part = (name: 'sum' | 'count'): Computed<AggregateCall> => {
    const found = resolveFunction(functionsNamed(name), [type.name]);
    if ('failure' in found) throw new Error(`numbers of type ${type.name} have a ${name}`);
    const result: SqlType = { name: found.result };
    return {
      column: fresh(numbers, { ...column, type: result }),
      expression: { ...call, function: found.signature, arguments: [argument], type: result },
    };
  };
  const [sum, count] = [part('sum'), part('count')];
  const numeric: SqlType = { name: 'numeric' };
  return {
    calls: [sum, count],
    value: {
      kind: 'call',
      function: meanEntry(type),
      arguments: [typed(columnScalar(sum.column), numeric), typed(columnScalar(count.column), numeric)],
      type: numeric,
      position: 0,
    },
  };
}

interface CallBranch {
  readonly value: Scalar;
  /** True for the rows that reach the branch. */
  readonly where?: Scalar;
}

const bool: SqlType = { name: 'bool' };

function branchesOf({ when, otherwise }: Extract<Scalar, { kind: 'case' }>): readonly CallBranch[] {
  const none = when.map(({ condition }): Scalar => {
    return { kind: 'is-truth', operand: condition, truth: true, isNegated: true, type: bool };
  });
  const reached = when.map(({ condition, value }, index): CallBranch => {
    return { value, where: allOf([...none.slice(0, index), condition]) ?? condition };
  });
  if (!otherwise) return reached;
  const where = allOf(none);
  return [...reached, { value: otherwise, ...(where ? { where } : {}) }];
}

function allOf(conditions: readonly Scalar[]): Scalar | undefined {
  return conditions.length > 1 ? { kind: 'and', conditions, type: bool } : conditions[0];
}

function isNull(value: Scalar): boolean {
  const inner = value.kind === 'cast' ? value.operand : value;
  return inner.kind === 'constant' && inner.value === null;
}

/** Whether the sum of a branch is a measure, or an aggregate of rows without one. */
function isSum(value: Scalar, base: ReadonlyMap<number, BaseColumn>, model: ModelIndex): boolean {
  const measure = measureOf(value, base, model);
  return measure ? isSummable(measure) : isOfRows(value, base);
}

function typed(value: Scalar, type: SqlType): Scalar {
  return value.type.name === type.name ? value : { kind: 'cast', operand: value, type, position: 0 };
}

/** A sum that leaves out NULL, as SUM does. */
function added(left: Scalar, right: Scalar): Scalar {
  const found = resolveOperator(operatorsNamed('+'), [left.type.name, right.type.name]);
  if ('failure' in found) throw new Error(`sums of type ${left.type.name} are added`);
  const { type } = left;
  const isNull = (operand: Scalar): Scalar => ({ kind: 'is-null', operand, isNegated: false, type: bool });
  return {
    kind: 'case',
    when: [
      { condition: isNull(left), value: right },
      { condition: isNull(right), value: left },
    ],
    otherwise: { kind: 'call', function: found.signature, arguments: [left, right], type, position: 0 },
    type,
  };
}
