import type {
  AggregateFunction,
  CubeName,
  ExpressionFunction,
  Granularity,
  MemberId,
  ValueType,
} from '../model/index.ts';
import { type Condition, conditionMembers, mapNames, mapOperands, membersNamedIn, operandsIn } from './condition.ts';
import type { QueryConstant } from './query.ts';

export type { ExpressionFunction };

export type Expression =
  /** A `time` dimension that is not truncated is shown in the query's zone. */
  | { readonly kind: 'dimension'; readonly member: MemberId }
  | { readonly kind: 'bucket'; readonly member: MemberId; readonly granularity: Granularity }
  | { readonly kind: 'measure'; readonly member: MemberId }
  | { readonly kind: 'value'; readonly value: QueryConstant }
  | {
      readonly kind: 'call';
      readonly function: ExpressionFunction;
      readonly type: ValueType;
      readonly arguments: readonly Expression[];
    }
  /** SQL of the data source's dialect with expressions in its holes. */
  | { readonly kind: 'sql'; readonly type: ValueType; readonly parts: readonly (string | Expression)[] }
  | AlteredMeasure
  | AggregateOfRows
  | MeasurePerEntity;

/** A measure of all rows with one value of a dimension, the entity: a value that each of these rows has. */
export interface MeasurePerEntity {
  readonly kind: 'per-entity';
  readonly member: MemberId;
  readonly per: MemberId;
  readonly type: ValueType;
  /** Filters of the rows that the measure is of, instead of those of the query. */
  readonly where: readonly Condition[];
}

/** A measure with another aggregate over its expression, or over those of its rows that pass a test. */
export interface AlteredMeasure {
  readonly kind: 'altered';
  readonly member: MemberId;
  readonly type: ValueType;
  readonly function?: AggregateFunction;
  readonly where?: Expression;
}

/**
 * An aggregate of the rows that an ungrouped query of the same members lists, each once. Without `of` it counts them.
 */
export interface AggregateOfRows {
  readonly kind: 'aggregate';
  readonly function: AggregateFunction;
  readonly type: ValueType;
  readonly of?: Expression;
  readonly where?: Expression;
  /** Cubes and views that have a part in the rows, whether the expressions read them or not. */
  readonly rowsOf: readonly CubeName[];
}

/** Members that an expression of the query reads. */
export function membersOf(expression: Expression): readonly MemberId[] {
  const own = 'member' in expression ? [expression.member] : [];
  if (expression.kind === 'per-entity') own.push(expression.per, ...expression.where.flatMap(membersNamedIn));
  return [...own, ...expressionsInside(expression).flatMap(membersOf)];
}

/** Members that a filter of the query reads. */
export function membersOfFilter(filter: Condition): readonly MemberId[] {
  return conditionMembers(filter, membersOf);
}

/** Replaces the members of all tests. */
export function mapMembers(condition: Condition, change: (member: MemberId) => MemberId): Condition {
  return mapNames(condition, (operand) => mapMembersOf(operand, change), change);
}

function mapMembersOf(expression: Expression, change: (member: MemberId) => MemberId): Expression {
  const renamed = 'member' in expression ? { ...expression, member: change(expression.member) } : expression;
  const made = renamed.kind === 'per-entity' ? { ...renamed, per: change(renamed.per) } : renamed;
  return mapInside(made, (inner) => mapMembersOf(inner, change));
}

/** The table of children: rebuilds an expression with others inside. */
export function mapInside(expression: Expression, change: (inner: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
    case 'value':
      return expression;
    case 'call':
      return { ...expression, arguments: expression.arguments.map(change) };
    case 'sql':
      return { ...expression, parts: mapHoles(expression.parts, change) };
    case 'altered':
      return { ...expression, ...(expression.where ? { where: change(expression.where) } : {}) };
    case 'per-entity':
      return { ...expression, where: expression.where.map((one) => mapOperands(one, change)) };
    case 'aggregate':
      return {
        ...expression,
        ...(expression.of ? { of: change(expression.of) } : {}),
        ...(expression.where ? { where: change(expression.where) } : {}),
      };
  }
}

/** The expressions that one is made of. */
export function expressionsInside(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
    case 'value':
      return [];
    case 'call':
      return expression.arguments;
    case 'sql':
      return holesOf(expression.parts);
    case 'altered':
      return expression.where ? [expression.where] : [];
    case 'per-entity':
      return expression.where.flatMap(operandsIn);
    case 'aggregate':
      return [expression.of, expression.where].filter((one) => one !== undefined);
  }
}

/** Lists the cubes and views that an expression names, in addition to those of its members. */
export function piecesNamedIn(expression: Expression): readonly CubeName[] {
  const own = expression.kind === 'aggregate' ? expression.rowsOf : [];
  return [...own, ...expressionsInside(expression).flatMap(piecesNamedIn)];
}

/** The measures per entity that a filter tests. */
export function entitiesTested(filter: Condition): readonly MeasurePerEntity[] {
  return operandsIn(filter).filter((operand) => operand.kind === 'per-entity');
}

/** Whether an expression aggregates rows in a way of its own. */
export function makesMeasures(expression: Expression): boolean {
  if (expression.kind === 'altered' || expression.kind === 'aggregate') return true;
  return expressionsInside(expression).some(makesMeasures);
}

/** Whether SQL is made of measures as their values in a single row, and of no aggregate: the least of one row is that row's. */
export function isValueOfRow(expression: Expression): boolean {
  return expression.kind === 'sql' && holesOf(expression.parts).every(isLeast);
}

function isLeast(expression: Expression): boolean {
  return expression.kind === 'altered' && expression.function === 'min' && expression.where === undefined;
}

/** The expressions in the holes of SQL. */
export function holesOf<Hole extends object>(parts: readonly (string | Hole)[]): readonly Hole[] {
  return parts.filter((part) => typeof part !== 'string');
}

/** Replaces the expressions in the holes of SQL. */
export function mapHoles<From extends object, To>(
  parts: readonly (string | From)[],
  change: (hole: From) => To,
): readonly (string | To)[] {
  return parts.map((part) => (typeof part === 'string' ? part : change(part)));
}
