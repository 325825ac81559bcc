import {
  type Column,
  type ColumnId,
  type Computed,
  mapScalars,
  type Relation,
  type Scalar,
  allOf,
} from '../relation/index.ts';
import type { Expression } from '../syntax/index.ts';
import { refusePlan } from '../refusal.ts';
import { arrayOfRows } from './rows/array-of-rows.ts';
import { operatorOf } from './bind-call.ts';
import { type BoundSelect, newColumn } from './binder.ts';
import { bool } from './coerce.ts';
import type { ExpressionContext } from './place.ts';
import { presentRows, valuesAround } from './present-rows.ts';
import { numberOf } from './rows-alone.ts';

/** A sub-select in an expression; it may read the columns of the selects around it. @throws StatementRefused */
export function bindQuery(place: ExpressionContext, expression: Expression & { readonly kind: 'query' }): Scalar {
  const { use, position } = expression;
  const { relation, output } = place.binder.select(expression.query, place.scope);
  const [only] = output;
  switch (use) {
    case 'exists':
      return presentRows(relation, place.binder, position);
    case 'scalar':
      if (!only || output.length > 1)
        return refusePlan('sql.one-column', 'subquery must return only one column', position);
      return (
        onlyRow(relation)?.get(only.id) ??
        ofFirstRow(relation, only, place, position) ?? {
          kind: 'scalar-query',
          query: relation,
          type: only.type,
          position,
        }
      );
    case 'array':
      return arrayOfRows(
        place.binder,
        relation,
        only ?? refusePlan('sql.one-column', 'subquery must return only one column', position),
        position,
      );
    case 'in':
    case 'any':
    case 'all': {
      const written = expression.operand;
      if (!written) throw new Error('a test of a sub-select has an operand');
      const items = written.kind === 'row' ? written.items : [written];
      if (items.length !== output.length) {
        const few = items.length > output.length ? 'few' : 'many';
        refusePlan('sql.one-column', `subquery has too ${few} columns`, position);
      }
      const symbol = expression.operator ?? '=';
      const pairs = items.map((item, index) => {
        const column = output[index];
        if (!column) throw new Error('each operand has a column');
        const right: Scalar = { kind: 'column', column: column.id, type: column.type, position };
        return operatorOf(symbol, [place.binder.expression(place, item), right], position);
      });
      const row = use === 'in' ? onlyRow(relation) : undefined;
      if (row) return allOf(pairs.map((pair) => withValues(pair, row)));
      const around = valuesAround(relation);
      if (output.every(({ id }) => around.has(id))) {
        const compared = allOf(pairs.map((pair) => withValues(pair, around)));
        const isThere = presentRows(relation, place.binder, position);
        if (use !== 'all') return allOf([isThere, compared]);
        const none: Scalar = { kind: 'not', operand: isThere, type: bool };
        return { kind: 'or', conditions: [none, compared], type: bool };
      }
      if (use === 'in' && relation.kind === 'project' && output.some(({ id }) => around.has(id))) {
        const isAround = (index: number) => around.has(output[index]?.id ?? -1);
        const inside = pairs.filter((_, index) => !isAround(index));
        const left = {
          relation: { ...relation, items: relation.items.filter(({ column }) => !around.has(column.id)) },
          output: output.filter(({ id }) => !around.has(id)),
        };
        const outside = pairs.filter((_, index) => isAround(index)).map((pair) => withValues(pair, around));
        return allOf([testOf(use, inside, left, place, position), ...outside]);
      }
      return testOf(use, pairs, { relation, output }, place, position);
    }
  }
}

type OperatorPair = ReturnType<typeof operatorOf>;

/** A test of operands against the rows of a sub-select. */
function testOf(
  test: 'in' | 'any' | 'all',
  pairs: readonly OperatorPair[],
  select: BoundSelect,
  place: ExpressionContext,
  position: number,
): Scalar {
  const [first] = pairs;
  if (!first) throw new Error('a test of a sub-select compares something');
  const operands = pairs.map(({ arguments: [left] }) => {
    if (!left) throw new Error('a comparison has two sides');
    return left;
  });
  return {
    kind: 'query-test',
    test,
    operands,
    ...(test === 'in' ? {} : { operator: first.function }),
    query: asCompared(place, select, pairs),
    isNegated: false,
    type: bool,
    position,
  };
}

/** The value of the first row of a sub-select that selects of the rows around it alone: theirs, where it has a row. */
function ofFirstRow(
  relation: Relation,
  { id, type }: Column,
  { binder }: ExpressionContext,
  position: number,
): Scalar | undefined {
  const value = isOne(relation) ? valuesAround(relation).get(id) : undefined;
  return value && { kind: 'case', when: [{ condition: presentRows(relation, binder, position), value }], type };
}

/** Whether a sub-select has a limit of one row. */
function isOne(relation: Relation): boolean {
  if (relation.kind === 'project') return isOne(relation.input);
  return relation.kind === 'limit' && relation.count !== undefined && numberOf(relation.count) === 1;
}

/** The values of a sub-select without FROM, which has one row: `(SELECT now())`. */
function onlyRow(relation: Relation): ReadonlyMap<ColumnId, Scalar> | undefined {
  if (relation.kind !== 'project' || relation.input.kind !== 'values') return undefined;
  const { columns, rows } = relation.input;
  if (rows.length !== 1 || columns.length > 0) return undefined;
  return new Map(relation.items.map(({ column, expression }) => [column.id, expression]));
}

function withValues(scalar: Scalar, values: ReadonlyMap<ColumnId, Scalar>): Scalar {
  if (scalar.kind === 'column') return values.get(scalar.column) ?? scalar;
  return mapScalars(
    scalar,
    (one) => withValues(one, values),
    (query) => query,
  );
}

/** The rows of a sub-select, its columns cast to the types in which they are compared. */
function asCompared(
  { binder }: ExpressionContext,
  { relation, output }: BoundSelect,
  pairs: readonly { readonly arguments: readonly Scalar[] }[],
): Relation {
  const sides = pairs.map(({ arguments: [, right] }) => right);
  const isAsGiven = sides.every((side, index) => side?.kind === 'column' && side.column === output[index]?.id);
  if (isAsGiven) return relation;
  const items = sides.map((expression, index): Computed<Scalar> => {
    if (!expression) throw new Error('a comparison has two sides');
    return { column: newColumn(binder, output[index]?.name ?? '', expression.type), expression };
  });
  return { kind: 'project', input: relation, items };
}
