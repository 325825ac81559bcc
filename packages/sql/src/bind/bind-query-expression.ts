import { type ColumnId, type Computed, mapScalars, type Relation, type Scalar } from '../relation/index.ts';
import type { Expression } from '../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import { operatorOf } from './bind-call.ts';
import { type BoundSelect, newColumn } from './binder.ts';
import { bool } from './coerce.ts';
import type { Place } from './place.ts';
import { rowsAlone } from './rows-alone.ts';

/** A sub-select in an expression; it may read the columns of the selects around it. @throws StatementRefused */
export function bindQuery(place: Place, expression: Expression & { readonly kind: 'query' }): Scalar {
  const { use, position } = expression;
  const { relation, output } = place.binder.select(expression.query, place.scope);
  const [only] = output;
  switch (use) {
    case 'exists':
      return {
        kind: 'query-test',
        test: 'exists',
        operands: [],
        query: rowsAlone(relation),
        isNegated: false,
        type: bool,
        position,
      };
    case 'scalar':
      if (!only || output.length > 1)
        return refusePlan('sql.one-column', 'subquery must return only one column', position);
      return onlyRow(relation)?.get(only.id) ?? { kind: 'scalar-query', query: relation, type: only.type, position };
    case 'array':
      return refuseUnsupported(
        'sql.array-query',
        'ARRAY(SELECT ...) is not supported',
        position,
        'array_agg over a sub-select',
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
      if (row) {
        const conditions = pairs.map((pair) => withValues(pair, row));
        const [single] = conditions;
        return conditions.length === 1 && single ? single : { kind: 'and', conditions, type: bool };
      }
      const [first] = pairs;
      if (!first) throw new Error('a test of a sub-select compares something');
      const operands = pairs.map(({ arguments: [left] }) => {
        if (!left) throw new Error('a comparison has two sides');
        return left;
      });
      const test = use === 'in' ? 'in' : use;
      return {
        kind: 'query-test',
        test,
        operands,
        ...(use === 'in' ? {} : { operator: first.function }),
        query: asCompared(place, { relation, output }, pairs),
        isNegated: false,
        type: bool,
        position,
      };
    }
  }
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
  { binder }: Place,
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
